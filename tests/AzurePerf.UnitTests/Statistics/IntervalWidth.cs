using AzurePerf.Core.Statistics;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>How wide an interval is, for tests that compare two.</summary>
internal static class IntervalWidth
{
    extension(ConfidenceInterval interval)
    {
        /// <summary>Half of the distance between the ends.</summary>
        public double HalfWidth => (interval.High - interval.Low) / 2;
    }
}
