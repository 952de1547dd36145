namespace AzurePerf.Benchmarks.Versus;

/// <summary>Measures both sides alternately, in an order drawn anew for each pair, after one warm-up pair that is discarded.</summary>
/// <param name="seed">Draws the orders; the same seed gives the same orders.</param>
/// <param name="report">Told of every pair, the warm-up as pair 0.</param>
internal sealed class PairRunner(int seed, Action<int, PairFigures> report)
{
    private readonly Random _order = new(seed);

    /// <exception cref="OperationCanceledException">Interrupted, also where a side did not heed it.</exception>
    public async Task<VersusFigures> RunAsync(IVersusSession session, PairBudget budget, CancellationToken cancellationToken)
    {
        await MeasurePairAsync(session, new Turn(0), cancellationToken);
        var pairs = new List<PairFigures>();
        while (budget.WantsAnother(pairs, session.WantsAnother))
        {
            pairs.Add(await MeasurePairAsync(session, new Turn(pairs.Count + 1), cancellationToken));
        }

        return VersusFigures.Of(pairs);
    }

    private async Task<PairFigures> MeasurePairAsync(IVersusSession session, Turn turn, CancellationToken cancellationToken)
    {
        var oursFirst = _order.Next(2) == 0;
        var before = oursFirst ? null : await MeasureTheirsAsync(session, turn, cancellationToken);
        var ours = Checked(await session.Ours(turn, cancellationToken), "ours");
        var pair = new PairFigures(ours, oursFirst ? await MeasureTheirsAsync(session, turn, cancellationToken) : before);
        cancellationToken.ThrowIfCancellationRequested();
        report(turn.Pair, pair);
        return pair;
    }

    private static async Task<double?> MeasureTheirsAsync(IVersusSession session, Turn turn, CancellationToken cancellationToken)
        => session.Theirs is { } theirs ? Checked(await theirs(turn, cancellationToken), "theirs") : null;

    private static double Checked(double figure, string side)
        => double.IsFinite(figure) && figure > 0 ? figure : throw new InvalidOperationException($"A measurement of {side} gave {figure}, which is no figure.");
}
