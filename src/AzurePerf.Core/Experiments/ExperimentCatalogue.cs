using System.Collections.Frozen;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Tables;

namespace AzurePerf.Core.Experiments;

/// <summary>Every experiment, sorted by id.</summary>
public static class ExperimentCatalogue
{
    private static readonly FrozenDictionary<string, ExperimentDefinition> ById;

    static ExperimentCatalogue()
    {
        All =
        [
            BlobDownloadOptions.Definition,
            BlobUploadOptions.Definition,
            InsertRatioOptions.Definition,
            QueueAddOptions.Definition,
            QueueLengthOptions.Definition,
            QueuePeekOptions.Definition,
            QueueReceiveOptions.Definition,
            TableDeleteOptions.Definition,
            TableFilterOptions.Definition,
            TableInsertOptions.Definition,
            TableQueryOptions.Definition,
            TableUpdateOptions.Definition,
        ];
        ById = All.ToFrozenDictionary(definition => definition.Id);
    }

    public static IReadOnlyList<ExperimentDefinition> All { get; }

    /// <summary>The experiment of an id, or null.</summary>
    public static ExperimentDefinition? Find(string id) => ById.GetValueOrDefault(id);
}
