using System.Runtime.InteropServices;

namespace AzurePerf.Probes.Compute;

/// <summary>Numbers outside of the collected heap, at the start of a page, so that vectors never straddle two cache lines and nothing moves them. All zero at first.</summary>
internal sealed unsafe class AlignedArray : IDisposable
{
    private const nuint PageBytes = 4_096;

    public AlignedArray(long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        Length = length;
        Start = (double*)NativeMemory.AlignedAlloc((nuint)length * sizeof(double), PageBytes);
        NativeMemory.Clear(Start, (nuint)length * sizeof(double));
    }

    public long Length { get; }

    public double* Start { get; private set; }

    public Span<double> Span => new(Start, checked((int)Length));

    public void Dispose()
    {
        NativeMemory.AlignedFree(Start);
        Start = null;
    }
}
