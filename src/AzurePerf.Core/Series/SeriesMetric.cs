using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;

namespace AzurePerf.Core.Series;

/// <summary>Which figure of its points a series is about.</summary>
internal static class SeriesMetric
{
    /// <summary>Bytes per second where these are the headline; else how long an operation takes, as the studies drew it: the mean, in an
    /// open loop the median.</summary>
    public static Metric Of(ExperimentDefinition definition, JsonObject parameters)
    {
        var headline = Metric.HeadlineOf(definition, parameters);
        return headline == Metric.OperationRate || headline == Metric.FlopRate ? Metric.MeanLatency : headline;
    }
}
