using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Simulation.Rules;

/// <summary>Something that must hold at every step, whatever goes wrong.</summary>
internal abstract class Rule(RuleBook book)
{
    protected RuleBook Book => book;

    /// <summary>After each write of rows, all rows of a transaction together.</summary>
    public virtual void Changed(IReadOnlyList<RowChange> changes)
    {
    }

    /// <summary>After a task message was put.</summary>
    public virtual void MessagePut(string text)
    {
    }

    /// <summary>After a process received a task message.</summary>
    public virtual void MessageGot(SimulatedProcess by, ReceivedMessage message)
    {
    }

    /// <summary>After a process deleted a task message.</summary>
    public virtual void MessageDeleted(SimulatedProcess by, string text)
    {
    }

    /// <summary>After a process hid a task message, or showed it by the same request.</summary>
    /// <param name="by">The process.</param>
    /// <param name="before">Its text until then.</param>
    /// <param name="now">Its text.</param>
    public virtual void MessageHidden(SimulatedProcess by, string before, string now)
    {
    }

    /// <summary>Just before a process answers at its barrier.</summary>
    public virtual void BarrierAnswered(SimulatedProcess by)
    {
    }

    /// <summary>After a process logged an error.</summary>
    public virtual void ErrorLogged(SimulatedProcess by, string text)
    {
    }

    /// <summary>Before a process reads rows of a partition.</summary>
    public virtual void Listed(SimulatedProcess by, string table, string partitionKey)
    {
    }

    /// <summary>After an execution began.</summary>
    public virtual void Begun(Execution execution)
    {
    }

    /// <summary>Four times in each heartbeat.</summary>
    public virtual void Tick()
    {
    }

    /// <summary>Once all runs have ended.</summary>
    public virtual void AtEnd()
    {
    }

    protected void Break(string sentence) => book.Break(GetType().Name, sentence);
}
