using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>The engine's functions of one row or one message, over rows of the model. They are pure: what was asked once is remembered.</summary>
internal sealed class RowRules(Scope scope, EngineRules rules)
{
    private readonly RowMapping _mapping = new(scope, rules.SharesNonce);
    private readonly Dictionary<long, Row?> _rows = [];
    private readonly Dictionary<long, MessageStep> _messages = [];

    private enum Question
    {
        Claim,
        Complete,
        GiveUp,
        GiveUpForGood,
        FenceLost,
        FenceOverdue,
        Cancel,
        Remind,
        ByRun,
        ByRow,
        AfterEnd,
        AfterDecision,
        Return,
        ByBundledRow,
    }

    public RowMapping Mapping => _mapping;

    /// <summary>The row as a slot claims it; null where it may not.</summary>
    public Row? Claim(Row row, int task, int slot)
    {
        var key = KeyOf(Question.Claim, row, task, slot);
        if (!_rows.TryGetValue(key, out var known))
        {
            var owner = (byte)(scope.ProcessOf(slot) + 1);
            known = rules.Claim(_mapping.ToTask(row, task), RowMapping.NameOf(owner), _mapping.NonceOf(slot)) is { } claimed
                ? RowMapping.ToRow(claimed, row) with { Nonce = (byte)(slot + 1), EndedByOwner = false }
                : null;
            _rows[key] = known;
        }

        return known;
    }

    /// <summary>The row as a slot stores its result in it. The slot does not read it first: it knows it from its claim.</summary>
    public Row Complete(int attempt, int task, int slot)
    {
        var claimed = ClaimedBy(slot, attempt);
        var key = KeyOf(Question.Complete, claimed, task, slot);
        if (!_rows.TryGetValue(key, out var known))
        {
            known = RowMapping.ToRow(
                rules.Complete(_mapping.ToTask(claimed, task), _mapping.NonceOf(slot)) ?? throw new InvalidOperationException("a claimed task can be completed"), claimed);
            _rows[key] = known;
        }

        return known!.Value;
    }

    /// <summary>The row as a slot gives its execution up; null where it is not its own any more.</summary>
    public Row? GiveUp(Row row, int task, int slot, bool forGood)
    {
        var key = KeyOf(forGood ? Question.GiveUpForGood : Question.GiveUp, row, task, slot);
        if (!_rows.TryGetValue(key, out var known))
        {
            known = Map(rules.GiveUp(_mapping.ToTask(row, task), _mapping.NonceOf(slot), forGood ? FailureCause.BadInput : FailureCause.UserCodeError), row);
            _rows[key] = known;
        }

        return known;
    }

    public Row? Fence(Row row, int task, bool overdue) => Ask(overdue ? Question.FenceOverdue : Question.FenceLost, row, task);

    public Row? Cancel(Row row, int task) => Ask(Question.Cancel, row, task);

    public Row? Remind(Row row, int task) => Ask(Question.Remind, row, task);

    /// <summary>The row as a slot gives it back that has not begun it; null where that is not for it to do.</summary>
    public Row? Return(Row row, int task) => Ask(Question.Return, row, task);

    /// <summary>Whether the loss of its worker counts against a task.</summary>
    public bool IsChargedWithLoss(Row row, int task) => rules.Fence(_mapping.ToTask(row, task), FailureCause.WorkerLost) is { Ends.Count: > 0 };

    /// <summary>What becomes of a message by the run alone.</summary>
    public MessageStep ByRun(RunStatus run)
    {
        var key = KeyOf(Question.ByRun, default, (int)run, 0);
        if (!_messages.TryGetValue(key, out var known))
        {
            _messages[key] = known = rules.ByRun(Runs.In(run), scope.Stage);
        }

        return known;
    }

    /// <param name="row">As read.</param>
    /// <param name="task">Its number.</param>
    /// <param name="slot">The slot whose claim led here; -1 for none.</param>
    public MessageStep ByRow(Row row, int task, int slot)
    {
        var key = KeyOf(Question.ByRow, row, task, slot + 1);
        if (!_messages.TryGetValue(key, out var known))
        {
            _messages[key] = known = rules.ByRow(row.Exists ? _mapping.ToTask(row, task) : null, slot < 0 ? "" : _mapping.NonceOf(slot));
        }

        return known;
    }

    /// <summary>Of one of several tasks of a message.</summary>
    /// <param name="row">As read.</param>
    /// <param name="task">Its number.</param>
    /// <param name="slot">The slot whose claim led here; -1 for none.</param>
    public MessageStep ByBundledRow(Row row, int task, int slot)
    {
        var key = KeyOf(Question.ByBundledRow, row, task, slot + 1);
        if (!_messages.TryGetValue(key, out var known))
        {
            _messages[key] = known = rules.ByBundledRow(row.Exists ? _mapping.ToTask(row, task) : null, slot < 0 ? "" : _mapping.NonceOf(slot));
        }

        return known;
    }

    public MessageStep AfterEnd(Row stored, int task)
    {
        var key = KeyOf(Question.AfterEnd, stored, task, 0);
        if (!_messages.TryGetValue(key, out var known))
        {
            _messages[key] = known = rules.AfterEnd(_mapping.ToTask(stored, task));
        }

        return known;
    }

    public MessageStep AfterDecision(Row row, int task, int attempt)
    {
        var key = KeyOf(Question.AfterDecision, row, task, attempt);
        if (!_messages.TryGetValue(key, out var known))
        {
            _messages[key] = known = rules.AfterDecision(row.Exists ? _mapping.ToTask(row, task) : null, attempt);
        }

        return known;
    }

    /// <summary>Whether a row shows that the end of this slot's execution was stored.</summary>
    public bool IsStored(Row row, int task, int slot, int attempt) =>
        row.Exists && TaskTransitions.IsStored(_mapping.ToTask(ClaimedBy(slot, attempt) with { EndedByOwner = true }, task), _mapping.ToTask(row, task));

    private Row ClaimedBy(int slot, int attempt) => new()
    {
        Exists = true,
        Status = BenchmarkTaskStatus.Running,
        Attempt = (byte)attempt,
        Owner = (byte)(scope.ProcessOf(slot) + 1),
        Nonce = (byte)(slot + 1),
    };

    private Row? Ask(Question question, Row row, int task)
    {
        var key = KeyOf(question, row, task, 0);
        if (!_rows.TryGetValue(key, out var known))
        {
            var asked = _mapping.ToTask(row, task);
            known = Map(
                question switch
                {
                    Question.FenceLost => rules.Fence(asked, FailureCause.WorkerLost),
                    Question.FenceOverdue => rules.Fence(asked, FailureCause.TimedOut),
                    Question.Cancel => rules.Cancel(asked),
                    Question.Return => rules.Return(asked),
                    _ => rules.Remind(asked),
                },
                row);
            _rows[key] = known;
        }

        return known;
    }

    private static Row? Map(BenchmarkTask? task, Row before) => task is null ? null : RowMapping.ToRow(task, before);

    private static long KeyOf(Question question, Row row, int task, int who) => (long)question | ((long)row.Code << 4) | ((long)task << 24) | ((long)who << 28);
}
