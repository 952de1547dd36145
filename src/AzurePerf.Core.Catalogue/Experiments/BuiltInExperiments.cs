using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Core.Experiments;

/// <summary>The experiments that come with every host. A new one adds one line.</summary>
public static class BuiltInExperiments
{
    /// <summary>The lines.</summary>
    public static IReadOnlyList<ExperimentDefinition> All { get; } =
    [
        BlobDownloadOptions.Definition,
        BlobUploadOptions.Definition,
        CorrelationOptions.Definition,
        DgemmOptions.Definition,
        FftOptions.Definition,
        CorrelationSeries.Definition,
        NbodyOptions.Definition,
        StreamOptions.Definition,
        DiskMarkOptions.Definition,
        DiskWarmOptions.Definition,
        InsertRatioOptions.Definition,
        ModisPipelineOptions.Definition,
        QueueAddOptions.Definition,
        QueueLengthOptions.Definition,
        QueuePeekOptions.Definition,
        QueueReceiveOptions.Definition,
        RpcSeries.Definition,
        RpcThroughputOptions.Definition,
        SelftestBagOptions.Definition,
        SqlAvailabilityOptions.Definition,
        SqlScaleOptions.Definition,
        SqlSingleOptions.Definition,
        TableDeleteOptions.Definition,
        TableFilterOptions.Definition,
        TableInsertOptions.Definition,
        TableQueryOptions.Definition,
        TableUpdateOptions.Definition,
        TcpBandwidthOptions.Definition,
        TcpIntervals.Definition,
        TcpRttOptions.Definition,
        TcpSeries.Definition,
    ];
}
