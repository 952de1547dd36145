using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs;

/// <summary>Which runs a list shows. All of it stands in the address.</summary>
/// <param name="State">open, ended, or one state; empty for any.</param>
/// <param name="Experiment">Catalogue id; empty for any.</param>
/// <param name="Owner">Exactly; empty for anybody.</param>
/// <param name="Tag">A label's name, or name=value; empty for any.</param>
/// <param name="Text">In name, id or experiment; empty for any.</param>
internal sealed record RunFilter(string State, string Experiment, string Owner, string Tag, string Text)
{
    public const string Open = "open";
    public const string Ended = "ended";

    public static IReadOnlyList<string> States { get; } = [Open, Ended, .. Enum.GetNames<RunStatus>().Select(name => name.ToLowerInvariant())];

    /// <summary>True when every run passes.</summary>
    public bool IsEmpty => State.Length + Experiment.Length + Owner.Length + Tag.Length + Text.Length == 0;

    public static RunFilter Of(IQueryCollection query) =>
        new(Trimmed(query["state"]), Trimmed(query["experiment"]), Trimmed(query["owner"]), Trimmed(query["tag"]), Trimmed(query["q"]));

    public bool Passes(RunListItem run) =>
        PassesState(run.Status)
        && (Experiment.Length == 0 || run.Experiment == Experiment)
        && (Owner.Length == 0 || run.Owner.Equals(Owner, StringComparison.OrdinalIgnoreCase))
        && (Tag.Length == 0 || PassesTag(run))
        && (Text.Length == 0 || Contains(run.Name) || Contains(run.Id) || Contains(run.Experiment));

    private static string Trimmed(string? text) => text?.Trim() ?? "";

    private bool PassesState(RunStatus status) => State switch
    {
        "" => true,
        Open => !status.IsTerminal(),
        Ended => status.IsTerminal(),
        _ => status.ToString().Equals(State, StringComparison.OrdinalIgnoreCase),
    };

    private bool PassesTag(RunListItem run)
    {
        var equals = Tag.IndexOf('=', StringComparison.Ordinal);
        return equals < 0 ? run.Tags.ContainsKey(Tag) : run.Tags.GetValueOrDefault(Tag[..equals].Trim()) == Tag[(equals + 1)..].Trim();
    }

    private bool Contains(string text) => text.Contains(Text, StringComparison.OrdinalIgnoreCase);
}
