namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>One implementation of C = A B for matrices of doubles in row order.</summary>
internal interface IMatrixMultiplication : IDisposable
{
    /// <summary>Overwrites C. Serves one caller at a time.</summary>
    /// <exception cref="OperationCanceledException">Some of C is as it was; thrown within about a second, if at all.</exception>
    void Multiply(AlignedArray a, AlignedArray b, AlignedArray c, CancellationToken cancellationToken = default);
}
