using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Reports;

/// <summary>How throughput ran over a point, in words.</summary>
public static class SteadyStateText
{
    /// <exception cref="ArgumentOutOfRangeException">The number is no class.</exception>
    public static string Of(SteadyStateClass course) => course switch
    {
        SteadyStateClass.NotAssessed => "too short to tell",
        SteadyStateClass.Flat => "steady throughout",
        SteadyStateClass.WarmUp => "steady after a warm-up",
        SteadyStateClass.Slowdown => "steady after a slowdown",
        SteadyStateClass.None => "never steady",
        _ => throw new ArgumentOutOfRangeException(nameof(course), course, "This is no class."),
    };
}
