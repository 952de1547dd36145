using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Executions;

/// <summary>
/// What makes the durations of executions comparable: the experiment, its stage, the levels of the factors and the machine. Durations of
/// different classes are never mixed.
/// </summary>
/// <param name="Experiment">Id in the catalogue.</param>
/// <param name="Stage">The stage by its name in the plan: measure, or what the experiment calls it.</param>
/// <param name="Levels">The levels as JSON with sorted names, without spaces; "{}" where there are none.</param>
/// <param name="Sku">The machine as its worker names it, such as the size of a virtual machine.</param>
public sealed record TaskClass(string Experiment, string Stage, string Levels, string Sku)
{
    private const int PrefixLength = 100;

    /// <summary>Of a name that was cut: with the beginning of the hash.</summary>
    private const int LongLength = PrefixLength + 9;

    /// <summary>
    /// The class as a key of tables: up to 100 characters for people, then a hash of everything. Equal classes have equal keys, different
    /// classes different ones, whatever characters the levels and the machine's name are made of.
    /// </summary>
    public string RowKey => Readable() + "~" + IdText.Hash(Experiment, Stage, Levels, Sku);

    /// <summary>Whether its executions were by workers that inject faults.</summary>
    public bool HasInjectedFaults => InjectedFaults.AreIn(Sku);

    /// <summary>The class of a task.</summary>
    /// <param name="experiment">Id in the catalogue.</param>
    /// <param name="stage">The name of the stage.</param>
    /// <param name="levels">The levels of the factors; their order does not matter.</param>
    /// <param name="sku">The machine; empty means <see cref="BenchmarkTask.LocalSku"/>.</param>
    public static TaskClass For(string experiment, string stage, JsonObject levels, string sku = BenchmarkTask.LocalSku)
    {
        var sorted = new JsonObject(
            levels.OrderBy(level => level.Key, StringComparer.Ordinal)
                .Select(level => KeyValuePair.Create(level.Key, level.Value?.DeepClone())));
        return new(experiment, stage, sorted.ToJsonString(), sku.Length == 0 ? BenchmarkTask.LocalSku : sku);
    }

    /// <summary>For people and logs. A long one ends in a part of the hash: classes may differ only in what was cut off.</summary>
    public override string ToString() => Readable() is { Length: < PrefixLength } text ? text : RowKey[..LongLength];

    private string Readable()
    {
        using var levels = JsonDocument.Parse(Levels);
        string[] parts = [Experiment, Stage,
            .. levels.RootElement.EnumerateObject().Select(level => $"{level.Name}={level.Value}"), Sku];
        var text = string.Join(',',
            parts.Select(part =>
                string.Concat(part.Select(letter => char.IsAsciiLetterOrDigit(letter) || "._-=".Contains(letter) ? letter : '_'))));
        return text.Length <= PrefixLength ? text : text[..PrefixLength];
    }
}
