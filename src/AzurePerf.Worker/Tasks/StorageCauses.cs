using Azure;
using AzurePerf.Core.Files;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Imagery;
using AzurePerf.Probes;
using AzurePerf.Sources;
using AzurePerf.Worker.Images;

namespace AzurePerf.Worker.Tasks;

/// <summary>Why an execution ended, read from what it threw.</summary>
internal static class StorageCauses
{
    private static readonly StorageOutcomes Outcomes = new();

    /// <summary>
    /// The cause behind an exception that ended a whole execution. What is neither storage, source, input, target, disk nor loader is the
    /// code's own failure. The caller rules out first that it stopped the execution itself: a cancellation that arrives here is taken for a
    /// network time-out.
    /// </summary>
    /// <param name="exception">What it threw.</param>
    /// <param name="target">What failures of its target mean; null where it works on none.</param>
    public static FailureCause Of(Exception exception, IOutcomeClassifier? target = null) => exception switch
    {
        AggregateException { InnerExceptions: [.., var last] } => Of(last, target),
        SourceException source => SourceCauses.Of(source.Cause),
        UnreadableFileException => FailureCause.InputUnreadable,
        RequestFailedException { Status: 409, ErrorCode: "BlobAlreadyExists" } => FailureCause.AlreadyExists,
        RequestFailedException { Status: 0, InnerException: null } => FailureCause.StorageClientError,
        _ when FullDisk.IsWhy(exception) => FailureCause.OutOfDisk,
        BadImageFormatException or DllNotFoundException => FailureCause.BadImageFormat,

        // A call that changes something and one that only reads differ in the outcome of an operation, not in the cause of the end.
        _ => FailureTaxonomy.CauseOf(OutcomeOf(exception, target)),
    };

    private static OperationOutcome OutcomeOf(Exception exception, IOutcomeClassifier? target) =>
        Outcomes.Classify(exception, mutates: false) is var outcome && outcome == OperationOutcome.Harness && target is not null
            ? target.Classify(exception, mutates: false)
            : outcome;
}
