using System.Globalization;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Runs;

/// <summary>
/// How long one execution may take: two clocks, because making a point's data says nothing of how long it is measured. A task that measures
/// nothing has the second alone, from its claim.
/// </summary>
/// <param name="Prepare">From the claim to the start of the measurement, and as much again for what follows its last operation.</param>
/// <param name="Measure">From that start to the last operation; from the claim to the end where nothing is measured.</param>
/// <param name="Reason">Where the second comes from: "4 x 10.2 s mean of 37".</param>
/// <param name="Measures">Whether the task measures.</param>
public sealed record ExecutionLimits(TimeSpan Prepare, TimeSpan Measure, string Reason, bool Measures)
{
    /// <summary>Whether an execution is to be killed. What its work allows programs of a user is not the machine's time: the limit is
    /// longer by that.</summary>
    public bool IsOver(DispatchedTask task) => !Measures ? task.Elapsed >= Measure + task.UserCode
        : task.Afterwards > TimeSpan.Zero ? task.Afterwards >= Prepare
        : task.Measured > TimeSpan.Zero ? task.Measured >= Measure
        : task.Elapsed >= Prepare;

    /// <summary>What an execution that is over a limit is on record as.</summary>
    public FailureCause CauseOf(DispatchedTask task) =>
        Measures && task.Measured == TimeSpan.Zero ? FailureCause.PrepareTimedOut : FailureCause.TimedOut;

    /// <summary>Why an execution that is over a limit is killed, for people.</summary>
    public string Sentence(DispatchedTask task)
    {
        if (Measures && (task.Measured == TimeSpan.Zero || task.Afterwards > TimeSpan.Zero))
        {
            var (took, what) = task.Measured == TimeSpan.Zero
                ? (task.Elapsed, "preparing")
                : (task.Afterwards, "what follows the measurement");
            return string.Create(
                CultureInfo.InvariantCulture,
                $"killed after {took.TotalSeconds:0.#} s of {what}: the limit is {Prepare.TotalSeconds:0.#} s");
        }

        return string.Create(
            CultureInfo.InvariantCulture, $"killed after {(Measures ? task.Measured : task.Elapsed).TotalSeconds:0.#} s: {Reason}")
            + UserCodeClause(task);
    }

    private static string UserCodeClause(DispatchedTask task) => task.UserCode > TimeSpan.Zero
        ? string.Create(CultureInfo.InvariantCulture, $", and {task.UserCode.TotalSeconds:0.#} s for the user's program")
        : "";
}
