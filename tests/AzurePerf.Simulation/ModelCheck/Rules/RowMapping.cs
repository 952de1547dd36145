using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>
/// Rows as the engine's functions take them, and back. How often a task failed is left out: within a few faults no budget is used up but that of bad input, which has
/// none, and that stands for all.
/// </summary>
internal sealed class RowMapping(Scope scope, bool sharesNonce)
{
    private const string RunId = "run";
    private const int MostAttempts = 7;

    public StageId Stage { get; } = scope.Stage;

    public static string NameOf(byte owner) => owner switch
    {
        0 => "",
        Row.Gone => "gone",
        _ => "w" + (char)('0' + owner),
    };

    /// <summary>What a slot writes into the rows that it claims.</summary>
    public string NonceOf(int slot) => sharesNonce ? "p" + (char)('1' + scope.ProcessOf(slot)) : "s" + (char)('1' + slot);

    public BenchmarkTask ToTask(Row row, int number) => new()
    {
        Key = new(RunId, Stage, number),
        Order = scope.Measures ? new() { Point = 1, Repetition = 1, Member = number, Members = scope.Tasks } : new(),
        Status = row.Status,
        Attempt = row.Attempt,
        Bundle = row.Bundled ? 0 : null,
        Owner = NameOf(row.Owner),
        Nonce = row.Nonce == 0 ? "" : NonceOf(row.Nonce - 1),
        FailureCause = FailureOf(row),
        Failures = FailureOf(row) is { } cause ? new TaskFailures().Plus(cause) : new(),
        EndedAt = row.EndedByOwner ? Instants.Worker : Instants.Manager,
    };

    /// <param name="task">A task as decided.</param>
    /// <param name="before">The row that it was decided on.</param>
    public static Row ToRow(BenchmarkTask task, Row before) => new()
    {
        Exists = true,
        Status = task.Status,
        Attempt = task.Attempt <= MostAttempts ? (byte)task.Attempt : throw new InvalidOperationException("the model counts to seven attempts"),
        Owner = task.Status != BenchmarkTaskStatus.Running ? (byte)0 : task.Owner == "gone" ? Row.Gone : (byte)(task.Owner[1] - '0'),
        Nonce = before.Nonce,
        EndedByOwner = before.Nonce != 0 && task.EndedAt == Instants.Worker,
        Spent = task.Status == BenchmarkTaskStatus.Censored && FailureTaxonomy.PolicyOf(task.FailureCause!.Value).Budget == 0,
        Bundled = task.Bundle is not null && !task.Status.IsTerminal(),
        ClaimedTogether = before.ClaimedTogether && task.Status == BenchmarkTaskStatus.Running,
        StopCommanded = before.StopCommanded && task.Status == BenchmarkTaskStatus.Running && task.Attempt == before.Attempt,
    };

    private static FailureCause? FailureOf(Row row) =>
        row.Status != BenchmarkTaskStatus.Censored ? null : row.Spent ? FailureCause.BadInput : FailureCause.UserCodeError;
}
