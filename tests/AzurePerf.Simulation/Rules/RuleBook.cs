using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Rules;

/// <summary>All rules, told of everything they may want to know; keeps the first one that was broken.</summary>
internal sealed class RuleBook
{
    private readonly Rule[] _rules;

    public RuleBook(Conditions conditions, SimulationScheduler scheduler, ControlAccount account, Ledger ledger, Adversary adversary)
    {
        (Conditions, Scheduler, Account, Ledger, Adversary) = (conditions, scheduler, account, ledger, adversary);
        Tasks = new(account);
        Exclusivity = new(this);
        _rules =
        [
            new TaskLifeRule(this), new MessageRule(this), new DispatchRule(this), new RunEndRule(this), new BlobRule(this), Exclusivity,
            new ReachableRule(this), new PublicationRule(this), new AttemptRule(this), new RepeatRule(this), new DeathRule(this), new GangRule(this),
            new RenewalRule(this), new BarrierRule(this), new HeldMessageRule(this), new LeftMessageRule(this), new ReturnRule(this), new TimeOutRule(this),
            new StageRule(this), new PlanRule(this), new ExecutionStatisticsRule(this), new StatisticsBatchRule(this), new QuarantineRule(this), new CountRule(this), new LeftoverRule(this), new ScheduleRule(this), new LookRule(this), new BundleRule(this),
        ];
    }

    public Conditions Conditions { get; }

    public SimulationScheduler Scheduler { get; }

    public ControlAccount Account { get; }

    public Ledger Ledger { get; }

    public Adversary Adversary { get; }

    public TaskIndex Tasks { get; }

    public ExclusivityRule Exclusivity { get; }

    /// <summary>Whether the account refuses what a run has measured: it must fail, with tasks left as they are.</summary>
    public Func<string, bool> IsRefused { get; set; } = _ => false;

    /// <summary>The first rule that was broken; null while all hold.</summary>
    public Violation? Broken { get; private set; }

    public void Break(string rule, string sentence) => Broken ??= new(rule, sentence);

    public void Changed(IReadOnlyList<RowChange> changes)
    {
        Tasks.Changed(changes);
        Tell(rule => rule.Changed(changes));
    }

    public void MessagePut(string text)
    {
        Tasks.MessagePut(text);
        Tell(rule => rule.MessagePut(text));
    }

    public void MessageGot(SimulatedProcess by, ReceivedMessage message) => Tell(rule => rule.MessageGot(by, message));

    public void MessageDeleted(SimulatedProcess by, string text) => Tell(rule => rule.MessageDeleted(by, text));

    public void MessageHidden(SimulatedProcess by, string before, string now) => Tell(rule => rule.MessageHidden(by, before, now));

    public void BarrierAnswered(SimulatedProcess by) => Tell(rule => rule.BarrierAnswered(by));

    public void ErrorLogged(SimulatedProcess by, string text) => Tell(rule => rule.ErrorLogged(by, text));

    public void Listed(SimulatedProcess by, string table, string partitionKey) => Tell(rule => rule.Listed(by, table, partitionKey));

    public void Begun(Execution execution) => Tell(rule => rule.Begun(execution));

    public void Tick() => Tell(rule => rule.Tick());

    public void AtEnd() => Tell(rule => rule.AtEnd());

    private void Tell(Action<Rule> tell)
    {
        foreach (var rule in _rules)
        {
            tell(rule);
        }
    }
}
