namespace AzurePerf.Simulation.Rules;

/// <summary>A rule that was broken.</summary>
/// <param name="Rule">Its name.</param>
/// <param name="Sentence">What happened.</param>
internal sealed record Violation(string Rule, string Sentence)
{
    public override string ToString() => $"{Rule}: {Sentence}";
}
