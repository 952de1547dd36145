namespace AzurePerf.Benchmarks.Versus;

/// <summary>One comparison: a file that implements this, and a line in <see cref="VersusCatalogue"/>.</summary>
internal interface IVersusEntry
{
    /// <summary>What is typed after `versus`: lower case, words joined by hyphens.</summary>
    string Name { get; }

    string Unit { get; }

    Preference Better { get; }

    /// <summary>What <see cref="IVersusSession.MeetsGoal"/> decides, in words.</summary>
    string Goal { get; }

    /// <summary>What each side does, so that a reader can judge whether the pair is fair.</summary>
    string Setup { get; }

    /// <summary>Pairs that are measured at least.</summary>
    int FewestPairs => PairBudget.FewestPairs;

    /// <summary>Pairs that are measured at most while something is undecided.</summary>
    int MostPairs => PairBudget.UsualMaximum;

    IReadOnlyList<OutsideTool> Tools { get; }

    /// <summary>Brings up whatever both sides need; called only when every tool is present.</summary>
    ValueTask<IVersusSession> StartAsync(CancellationToken cancellationToken);
}
