using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>When a Ready task gets another message. The service counts messages and says nothing of what they lead to, and most of
/// them are hidden.</summary>
/// <param name="times">Intervals of the engine.</param>
public sealed class LostMessages(EngineTimes times)
{
    /// <summary>
    /// Whether the message of a task may be lost: that it is follows where fewer are out than open tasks need, which spares a backlog.
    /// </summary>
    /// <param name="age">Since it was first seen to be Ready at its attempt.</param>
    /// <param name="wait">How long it may have been told to wait.</param>
    public bool MayBeLost(TimeSpan age, TimeSpan wait) => age >= times.Reconciliation + wait;

    /// <summary>
    /// Whether the message of a task is lost, however many are out: those of tasks that run or are over may be doubled, and are hidden for
    /// as long as these run; some only keep an idle worker from being scaled in. Whoever has nothing to do takes what shows itself, and
    /// nothing stays hidden without a claim for longer than
    /// <see cref="EngineTimes.Visibility"/>. It tells of a loss only where somebody has nothing to do: see <see cref="MostAtOnce"/>.
    /// </summary>
    /// <param name="age">Since it was first seen to be Ready at its attempt.</param>
    /// <param name="wait">How long it may have been told to wait.</param>
    public bool IsLost(TimeSpan age, TimeSpan wait) => age >= times.CertainLoss + wait;

    /// <summary>Workers that would take what shows itself and have nothing to do.</summary>
    /// <param name="workers">Those that live.</param>
    /// <param name="pool">The pool of the task.</param>
    /// <param name="build">The build that the task is for; empty for any.</param>
    public static IReadOnlyList<WorkerState> IdleOf(IEnumerable<WorkerState> workers, string pool, string build = "") =>
    [
        .. workers.Where(worker => worker is { Running.Count: 0, Draining: false, Holding: false, PeerTrial: null or { Reached: true } }
            && worker.Pool == pool && (build.Length == 0 || worker.Build == build)),
    ];

    /// <summary>
    /// How many messages that are certainly lost are put again at a time: as many as there are slots with nothing to do. A worker that has
    /// just come, or is between two short tasks, looks idle once; only who did at the look before as well counts.
    /// </summary>
    /// <param name="idle">Of <see cref="IdleOf"/>.</param>
    /// <param name="idleBefore">Those of the look before.</param>
    public static int MostAtOnce(IEnumerable<WorkerState> idle, IReadOnlySet<string> idleBefore) =>
        idle.Where(worker => idleBefore.Contains(worker.WorkerId)).Sum(worker => worker.Slots);
}
