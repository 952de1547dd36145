using AzurePerf.Core.Experiments.Compute;

namespace AzurePerf.Probes.Compute.Streams;

/// <summary>The three arrays of one client. All their numbers are small and whole, so that every result is exact and is compared
/// exactly.</summary>
internal sealed class StreamArrays : IDisposable
{
    // Primes, so that neither array repeats with a page, and no element of one stands beside the same element of the other twice in a row.
    private const int PeriodOfX = 1_021;
    private const int PeriodOfY = 509;
    private const int ElementsPerPage = 512;
    private const double Poison = double.NaN;

    private readonly AlignedArray _result;
    private readonly AlignedArray _x;
    private readonly AlignedArray _y;

    /// <param name="elements">Of each array, a multiple of <see cref="StreamPass.Block"/>.</param>
    /// <param name="seed">Where the numbers begin.</param>
    public StreamArrays(long elements, int seed)
    {
        (_result, _x, _y) = (new(elements), new(elements), new(elements));
        Shift = (uint)seed % PeriodOfX;
        Fill();
        PoisonResult();
    }

    private uint Shift { get; }

    public void Run(StreamKernel kernel, StreamStores stores) => StreamPass.Run(kernel, stores, _result, _x, _y);

    /// <summary>The same with a pass from elsewhere.</summary>
    public unsafe void Run(StreamPassOver pass) => pass(_result.Start, _x.Start, _y.Start, StreamPass.Factor, _result.Length);

    /// <summary>
    /// Compares every element with what it must be, and then spoils one in each page: a later pass that leaves a page out is found, and
    /// hardly any of the result is brought into a cache for it.
    /// </summary>
    /// <returns>The first element that is wrong, or null.</returns>
    public long? FindWrong(StreamKernel kernel)
    {
        var wrong = Compare(kernel);
        PoisonResult();
        return wrong;
    }

    public void Dispose()
    {
        _result.Dispose();
        _x.Dispose();
        _y.Dispose();
    }

    private unsafe void Fill()
    {
        var (x, y) = (Shift, Shift % PeriodOfY);
        for (long element = 0; element < _x.Length; element++)
        {
            (_x.Start[element], _y.Start[element]) = (x, y);
            x = x + 1 == PeriodOfX ? 0 : x + 1;
            y = y + 1 == PeriodOfY ? 0 : y + 1;
        }
    }

    private unsafe long? Compare(StreamKernel kernel)
    {
        var (x, y) = (Shift, Shift % PeriodOfY);
        for (long element = 0; element < _result.Length; element++)
        {
            var expected = kernel switch
            {
                StreamKernel.Copy => x,
                StreamKernel.Scale => StreamPass.Factor * x,
                StreamKernel.Add => x + y,
                _ => x + (StreamPass.Factor * y),
            };
            if (_result.Start[element] != expected)
            {
                return element;
            }

            x = x + 1 == PeriodOfX ? 0 : x + 1;
            y = y + 1 == PeriodOfY ? 0 : y + 1;
        }

        return null;
    }

    private unsafe void PoisonResult()
    {
        for (long element = 0; element < _result.Length; element += ElementsPerPage)
        {
            _result.Start[element] = Poison;
        }
    }
}
