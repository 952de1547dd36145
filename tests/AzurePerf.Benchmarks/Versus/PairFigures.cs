namespace AzurePerf.Benchmarks.Versus;

/// <summary>What one pair measured, in the entry's unit; theirs is null when ours stands alone.</summary>
internal readonly record struct PairFigures(double Ours, double? Theirs)
{
    /// <summary>Ours / theirs, whichever direction is better.</summary>
    public double? Ratio => Ours / Theirs;
}
