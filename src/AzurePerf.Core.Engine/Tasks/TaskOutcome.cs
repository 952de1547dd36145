using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Tasks;

/// <summary>How an execution of a task ended, as Table 2 of ModisAzure counts it.</summary>
/// <param name="Cause">Why it ended without a result of its own; null for a success.</param>
public readonly record struct TaskOutcome(FailureCause? Cause)
{
    private const string SuccessWord = "success";

    /// <summary>It brought a result of its own.</summary>
    public static TaskOutcome Success => default;

    /// <summary>Every outcome, successes first, then the causes in the order of the taxonomy.</summary>
    public static IReadOnlyList<TaskOutcome> All { get; } = [Success, .. FailureTaxonomy.Rows.Select(row => new TaskOutcome(row.Cause))];

    /// <summary>For programs: success, or the cause in camel case.</summary>
    public string Word => Cause is { } cause ? CamelCase.Of(cause) : SuccessWord;

    /// <summary>For people, in the words of Table 2 where it has them.</summary>
    public string Label => Cause is { } cause ? FailureTaxonomy.Of(cause).Label : SuccessWord;

    /// <summary>Whether the task is charged with it: a success and what the engine gave back are not.</summary>
    public bool IsCharged => Cause is { } cause && FailureTaxonomy.PolicyOf(cause).Charged;

    /// <summary>The outcome of a word; null where it is none.</summary>
    public static TaskOutcome? Parse(string word) =>
        All.Select(outcome => (TaskOutcome?)outcome)
            .FirstOrDefault(outcome => string.Equals(outcome!.Value.Word, word, StringComparison.OrdinalIgnoreCase));

    /// <summary>How the last execution of a task ended; null where none has.</summary>
    public static TaskOutcome? LastOf(BenchmarkTask task) =>
        task.FailureCause is { } cause ? new(cause)
        : task.Status is BenchmarkTaskStatus.Done or BenchmarkTaskStatus.Measured ? Success
        : null;
}
