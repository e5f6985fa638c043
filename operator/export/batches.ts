/** Batches of payments; there are none until more than 100 invoices can be paid at once. */
export const exportBatches = () => [];
