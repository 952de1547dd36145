using System.Runtime.InteropServices;

namespace AzurePerf.Probes;

/// <summary>Numbers outside of the collected heap, at the start of a page, so that vectors never straddle two cache lines and nothing moves
/// them. All zero at first.</summary>
internal sealed unsafe partial class AlignedArray : IDisposable
{
    private const nuint PageBytes = 4_096;
    private const nuint LargePageBytes = 2 << 20;
    private const int AdviceLargePages = 14;

    /// <param name="length">Numbers.</param>
    /// <param name="largePages">Asks for pages of 2 MiB where the system grants them (Linux), so that hardly any address must be looked
    /// up.</param>
    public AlignedArray(long length, bool largePages = false)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        Length = length;
        var bytes = (nuint)length * sizeof(double);
        if (largePages)
        {
            bytes = (bytes + LargePageBytes - 1) / LargePageBytes * LargePageBytes;
        }

        Start = (double*)NativeMemory.AlignedAlloc(bytes, largePages ? LargePageBytes : PageBytes);
        if (largePages && OperatingSystem.IsLinux())
        {
            // Advice: a system that does not take it is slower, not wrong.
            _ = Advise(Start, bytes, AdviceLargePages);
        }

        NativeMemory.Clear(Start, bytes);
    }

    public long Length { get; }

    public double* Start { get; private set; }

    public Span<double> Span => new(Start, checked((int)Length));

    /// <summary>Fills it with numbers between -0.5 and 0.5.</summary>
    public void FillRandomly(Random random)
    {
        foreach (ref var number in Span)
        {
            number = random.NextDouble() - 0.5;
        }
    }

    public void Dispose()
    {
        NativeMemory.AlignedFree(Start);
        Start = null;
    }

    [LibraryImport("libc", EntryPoint = "madvise")]
    private static partial int Advise(void* start, nuint bytes, int advice);
}
