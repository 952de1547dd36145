using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>When a Ready task gets another message. The service counts messages and says nothing of what they lead to, and most of
/// them are hidden.</summary>
/// <param name="times">Intervals of the engine.</param>
public sealed class LostMessages(EngineTimes times)
{
    /// <summary>Each message that nobody took makes the next one wait twice as long, this often: hours, with the usual heartbeat.</summary>
    private const int MostDoublings = 4;

    /// <summary>
    /// Whether the message of a task may be lost: that it is follows where fewer are out than open tasks need, which spares a backlog.
    /// </summary>
    /// <param name="age">Since it was first seen to be Ready at its attempt, or got its last message.</param>
    /// <param name="wait">How long it may have been told to wait.</param>
    /// <param name="reminders">Messages that it got at this attempt after the first. The one before the last may only be hidden: there is
    /// no third before that can show up again.</param>
    public bool MayBeLost(TimeSpan age, TimeSpan wait, int reminders = 0) =>
        age >= (reminders == 0 ? times.Reconciliation : times.Visibility) + wait;

    /// <summary>
    /// Whether the message of a task is lost, however many are out: those of tasks that run or are over may be doubled, and are hidden for
    /// as long as these run; some only keep an idle worker from being scaled in. Whoever has nothing to do takes what shows itself, and
    /// nothing stays hidden without a claim for longer than <see cref="EngineTimes.Visibility"/>. It tells of a loss only where somebody
    /// has nothing to do, which <see cref="IdleSlots"/> says. That the next message is not taken either may have a reason, or it is lost
    /// too: there is always another one, later each time.
    /// </summary>
    /// <param name="age">Since it was first seen to be Ready at its attempt, or got its last message.</param>
    /// <param name="wait">How long it may have been told to wait.</param>
    /// <param name="reminders">Messages that it got at this attempt after the first.</param>
    public bool IsLost(TimeSpan age, TimeSpan wait, int reminders = 0) =>
        age >= (times.CertainLoss * (1 << Math.Min(reminders, MostDoublings))) + wait;
}
