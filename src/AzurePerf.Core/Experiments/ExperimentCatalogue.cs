using System.Collections.Frozen;
using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Core.Experiments;

/// <summary>Every experiment.</summary>
public static class ExperimentCatalogue
{
    private static readonly FrozenDictionary<string, ExperimentDefinition> ById;

    static ExperimentCatalogue()
    {
        All =
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
            QueueAddOptions.Definition,
            QueueLengthOptions.Definition,
            QueuePeekOptions.Definition,
            QueueReceiveOptions.Definition,
            RpcSeries.Definition,
            RpcThroughputOptions.Definition,
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
        Hidden = [SelftestBagOptions.Definition];
        ById = All.Concat(Hidden).ToFrozenDictionary(definition => definition.Id);
    }

    /// <summary>What people choose from, sorted by id.</summary>
    public static IReadOnlyList<ExperimentDefinition> All { get; }

    /// <summary>What tests the program itself: accepted by its id, offered nowhere.</summary>
    public static IReadOnlyList<ExperimentDefinition> Hidden { get; }

    /// <summary>The experiment of an id, or null.</summary>
    public static ExperimentDefinition? Find(string id) => ById.GetValueOrDefault(id);
}
