using AzurePerf.Simulation.Executions;

namespace AzurePerf.Simulation.Rules;

/// <summary>An attempt is the fencing token: each is executed once at most.</summary>
internal sealed class AttemptRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<(string Task, int Attempt), Execution> _begun = [];

    public override void Begun(Execution execution)
    {
        if (!_begun.TryAdd((execution.Task, execution.Attempt), execution))
        {
            Break($"{execution} begins, which {_begun[(execution.Task, execution.Attempt)].Process} has begun before");
        }
    }
}
