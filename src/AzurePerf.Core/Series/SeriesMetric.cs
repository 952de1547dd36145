using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Series;

/// <summary>Which figure of its points a series is about.</summary>
internal static class SeriesMetric
{
    /// <summary>Bytes per second where these are the headline; else how long an operation takes, as the studies drew it: the mean, in an open loop the median.</summary>
    public static ComparedMetric Of(ExperimentDefinition definition, JsonObject parameters)
    {
        var headline = ComparedMetric.HeadlineOf(definition, parameters);
        return headline == ComparedMetric.OperationRate || headline == ComparedMetric.FlopRate ? ComparedMetric.MeanLatency : headline;
    }
}
