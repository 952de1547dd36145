namespace AzurePerf.Core.Targets;

/// <summary>The targets that runs may name: those that the operator configured, and the one of each kind that nobody configures.</summary>
public sealed class TargetList
{
    /// <summary>Name of the target that a request means which names none.</summary>
    public const string Default = "default";

    private TargetList(IEnumerable<TargetEntry> configured, IEnumerable<TargetKind> kinds)
    {
        Configured = [.. configured];
        All = [.. Configured.OrderBy(target => target.Name, StringComparer.Ordinal),
            .. kinds.Where(kind => kind.OnlyTarget is not null).Select(kind => new TargetEntry(kind.OnlyTarget!, kind))];
    }

    /// <summary>Those of the operator, in the order of the settings.</summary>
    public IReadOnlyList<TargetEntry> Configured { get; }

    /// <summary>The same by name, then those that nobody configures, in the order of the kinds.</summary>
    public IReadOnlyList<TargetEntry> All { get; }

    /// <summary>Reads names of targets: "west" is of the first kind, "folder:west" of the kind that is called folder.</summary>
    /// <exception cref="FormatException">A name is of a kind that this host does not know.</exception>
    public static TargetList Read(IEnumerable<string> names, IReadOnlyList<TargetKind> kinds)
    {
        ArgumentNullException.ThrowIfNull(kinds);
        return new(
            names.Select(name =>
                name.Split(':', 2) is [var kind, var rest]
                    ? new TargetEntry(rest, Find(kind, name, kinds))
                    : new TargetEntry(name, kinds[0])), kinds);
    }

    /// <summary>A list with the one target of an earlier request, whatever it is now: the workers know.</summary>
    public static TargetList OfEarlier(string name, IEnumerable<TargetKind> kinds) => new([new(name, null)], kinds);

    /// <summary>The target of a name; null for none.</summary>
    public TargetEntry? Find(string name) => All.FirstOrDefault(target => target.Name == name);

    /// <summary>Names of the targets that an experiment can measure; of all that the operator configured, where it measures none.</summary>
    /// <param name="kind">That the experiment takes; null where it measures no target.</param>
    public IReadOnlyList<string> NamesFor(TargetKind? kind) =>
        kind is null ? [.. Configured.Select(target => target.Name)]
            : [.. All.Where(target => target.Kind is null || target.Kind.Id == kind.Id).Select(target => target.Name).Distinct()];

    /// <summary>The target that a request means which names none: the one of its kind, or the only one that there is of it; else
    /// <see cref="Default"/>.</summary>
    public string DefaultFor(TargetKind? kind) => kind?.OnlyTarget ?? (NamesFor(kind) is [var only] ? only : Default);

    private static TargetKind Find(string word, string name, IReadOnlyList<TargetKind> kinds) =>
        kinds.FirstOrDefault(kind => kind.IsCalled(word))
        ?? throw new FormatException(
            $"\"{name}\" is of a kind that this host does not know: it knows {string.Join(", ", kinds.Select(kind => kind.Id))}");
}

/// <summary>A target that a run may name.</summary>
/// <param name="Name">As in a run request.</param>
/// <param name="Kind">What it is; null where only the workers know.</param>
public sealed record TargetEntry(string Name, TargetKind? Kind);
