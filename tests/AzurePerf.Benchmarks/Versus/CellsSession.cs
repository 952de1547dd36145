using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>Several cells, of which the first one is the headline.</summary>
/// <param name="tool">The other side, with its version.</param>
/// <param name="cells">What is measured in each turn, in this order.</param>
/// <param name="parts">What both sides use; disposed with this.</param>
/// <param name="undecided">Why a cell can be undecided, in a sentence; null where only a wide interval makes it so.</param>
internal sealed class CellsSession(string? tool, IReadOnlyList<IVersusCell> cells, StartedParts parts, string? undecided = null)
    : IVersusSession
{
    private (Turn Turn, double Ours, double Theirs)? _measured;

    public string? Tool => tool;

    /// <summary>What is true of all cells, next to them in the extra fields.</summary>
    public JsonObject Shared { get; init; } = [];

    public MeasureSide Ours => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, oursFirst: true, cancellationToken)).Ours;

    public MeasureSide? Theirs => async (turn, cancellationToken) => (await MeasureOnceAsync(turn, oursFirst: false, cancellationToken)).Theirs;

    public IReadOnlyList<string> Flags => [.. cells.Where(cell => cell.Holds is null).Select(cell => $"{cell.Name} is undecided: {undecided ?? VersusFigures.TooWide}")];

    public bool? MeetsGoal(VersusFigures figures) => cells.Any(cell => cell.Holds == false) ? false : cells.All(cell => cell.Holds == true) ? true : null;

    /// <summary>What is undecided is a matter of the cells, the headline among them.</summary>
    public bool IsDecided(VersusFigures figures) => true;

    public bool WantsAnother(VersusFigures figures) => figures.IsUndecided || cells.Any(cell => cell.Holds is null);

    public JsonObject ExtraFields()
    {
        var fields = (JsonObject)Shared.DeepClone();
        fields["cells"] = new JsonObject(cells.Select(cell => KeyValuePair.Create<string, JsonNode?>(cell.Name, cell.ToJson())));
        return fields;
    }

    public ValueTask DisposeAsync() => parts.DisposeAsync();

    /// <summary>Whichever side is asked for first in a turn goes first in each cell; the other is then known.</summary>
    private async Task<(double Ours, double Theirs)> MeasureOnceAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        if (_measured is not { } measured || measured.Turn != turn)
        {
            var headline = await cells[0].MeasureAsync(turn, oursFirst, cancellationToken);
            foreach (var cell in cells.Skip(1))
            {
                cancellationToken.ThrowIfCancellationRequested();
                await cell.MeasureAsync(turn, oursFirst, cancellationToken);
            }

            _measured = measured = (turn, headline.Ours, headline.Theirs);
        }

        return (measured.Ours, measured.Theirs);
    }
}
