using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Worker.Execution;

/// <summary>Looks now and then, when an interval of a measurement is over, whether the median latency is known as precisely as is asked
/// for.</summary>
/// <param name="targetPercent">How far both ends of its 95 % interval may lie from it, above 0.</param>
/// <param name="reached">Called when it is, the first time.</param>
internal sealed class PrecisionStop(double targetPercent, Action reached)
{
    private readonly List<double> _medians = new(LatencyIntervals.OfOneLength);
    private readonly LatencyHistogram _block = new();
    private readonly Lock _lock = new();
    private int _nextLook = MedianPrecision.FirstLook;
    private bool _over;

    /// <summary>Called for each interval that is over, by one thread at a time.</summary>
    public void Add(LatencyHistogram latencies)
    {
        lock (_lock)
        {
            if (_over)
            {
                return;
            }

            // Where few operations end in an interval, a block is as many of them as make a median.
            _block.Merge(latencies);
            if (_block.SupportedQuantile(0.5) is not { } median)
            {
                return;
            }

            _block.Reset();

            _medians.Add(median);
            if (_medians.Count < _nextLook)
            {
                return;
            }

            _nextLook = MedianPrecision.LookAfter(_medians.Count);
            if (!(MedianPrecision.Of(_medians)?.FarthestEnd * 100 <= targetPercent))
            {
                return;
            }

            _over = true;
        }

        reached();
    }

    /// <summary>What is known by the intervals that were over.</summary>
    public PrecisionSummary Read()
    {
        lock (_lock)
        {
            return new(targetPercent, MedianPrecision.Of(_medians)?.FarthestEnd * 100, _medians.Count);
        }
    }
}
