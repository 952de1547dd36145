using System.Collections.Frozen;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Executions.Outcomes;

/// <summary>
/// What was published of ModisAzure's task executions, February to September 2010, about 200 instances (Hill and others, Early observations
/// on the performance of Windows Azure, Scientific Programming 19, 2011, section 5): Table 2 and figure 7.
/// </summary>
public static class ModisAzure
{
    /// <summary>All executions of the four stages.</summary>
    public const long Executions = 3_054_430;

    /// <summary>Those that succeeded.</summary>
    public const long Successes = 2_000_656;

    private const string OfClass = "executions: ";

    private static readonly FrozenDictionary<FailureCause, long> Listed = new Dictionary<FailureCause, long>
    {
        [FailureCause.UnknownFailure] = 345_180,
        [FailureCause.AlreadyExists] = 182_726,
        [FailureCause.NullLog] = 139_609,
        [FailureCause.SourceDownloadFailed] = 125_164,
        [FailureCause.ConnectionFailure] = 8_966,
        [FailureCause.TimedOut] = 5_300,
        [FailureCause.OperationTimeout] = 4_178,
        [FailureCause.CorruptRead] = 3_107,
        [FailureCause.ServerBusy] = 1_287,
        [FailureCause.BlobReadFailed] = 638,
        [FailureCause.SourceMissing] = 519,
        [FailureCause.InputUnreadable] = 20,
        [FailureCause.BadImageFormat] = 15,
        [FailureCause.TransportError] = 12,
        [FailureCause.StorageClientError] = 10,
        [FailureCause.OutOfDisk] = 7,
    }.ToFrozenDictionary();

    /// <summary>What the rows of the table leave of all executions: the authors left out errors of users' code.</summary>
    public static long Unlisted { get; } = Executions - Successes - Listed.Values.Sum();

    /// <summary>The daily share of executions that were stopped for their time: from 0 to nearly 16 % (figure 7).</summary>
    public static ShareRange DailyTimedOut { get; } = new(0, 0.16);

    /// <summary>Executions of each class, by its name, in the order of the pipeline.</summary>
    private static IReadOnlyList<(string Class, long Count)> Classes { get; } =
    [
        .. PublishedPoints.All
            .Where(point => point.Experiment == ImageStages.Experiment && point.Series.StartsWith(OfClass, StringComparison.Ordinal))
            .Select(point => (Class: point.Series[OfClass.Length..], Count: (long)point.Value))
            .Where(row => ImageStages.InOrder.Contains(row.Class))
            .OrderBy(row => ImageStages.InOrder.IndexOf(row.Class)),
    ];

    /// <summary>The upper part of Table 2, in the order of the pipeline, next to ours. Both shares are of the executions of these classes:
    /// those of our listings and manifests, which ModisAzure did not count, are left out.</summary>
    /// <param name="ours">The classes of our pipeline.</param>
    internal static IReadOnlyList<PublishedOutcome> Beside(IReadOnlyList<OutcomeGroup> ours)
    {
        var found = Classes.ToDictionary(row => row.Class, row => ours.FirstOrDefault(group => group.Class == row.Class));
        var all = found.Values.Sum(group => group?.Executions ?? 0);
        return
        [
            .. Classes.Select(row => new PublishedOutcome(
                row.Class, null, row.Count, (double)row.Count / Executions, OutcomeShare.Of(found[row.Class]?.Executions ?? 0, all),
                found[row.Class] is { } group ? group.Tasks : 0)),
        ];
    }

    /// <summary>Table 2, most frequent first and the rest last, beside a statistics of ours.</summary>
    public static IReadOnlyList<PublishedOutcome> Beside(ExecutionStatistics ours)
    {
        PublishedOutcome Row(string label, FailureCause? cause, long count, long own, long? tasks) =>
            new(label, cause, count, (double)count / Executions, OutcomeShare.Of(own, ours.Executions), tasks);
        PublishedOutcome RowOf(string label, FailureCause cause, long count) =>
            Row(label, cause, count, ours.CountOf(cause), ours.TasksOf(cause));

        // A task succeeds once.
        return
        [
            Row("success", null, Successes, ours.Successes, ours.Successes),
            .. Listed.OrderByDescending(pair => pair.Value)
                .Select(pair => RowOf(FailureTaxonomy.Of(pair.Key).Label, pair.Key, pair.Value)),
            RowOf("not listed: user code", FailureCause.UserCodeError, Unlisted),
        ];
    }
}
