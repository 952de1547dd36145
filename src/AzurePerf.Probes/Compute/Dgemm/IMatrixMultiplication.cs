namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>One implementation of C = A B for matrices of doubles in row order.</summary>
internal interface IMatrixMultiplication : IDisposable
{
    /// <summary>Overwrites C. Serves one caller at a time.</summary>
    void Multiply(AlignedArray a, AlignedArray b, AlignedArray c);
}
