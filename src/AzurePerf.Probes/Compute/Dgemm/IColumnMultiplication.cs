namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>What one thread does of a multiplication C = A B of matrices in row order: some columns of C.</summary>
internal unsafe interface IColumnMultiplication : IDisposable
{
    /// <summary>Overwrites these columns of C.</summary>
    void Multiply(double* a, double* b, double* c, int firstColumn, int columns);
}
