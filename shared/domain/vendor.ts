export interface Vendor {
	id: string;
	name: string;
}
