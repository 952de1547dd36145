using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments;

/// <summary>A named set of parameter values and repetitions; what it does not name keeps the experiment's default.</summary>
/// <param name="Name">As written in a run request.</param>
/// <param name="Repetitions">How often each configuration is measured.</param>
/// <param name="Parameters">Values or lists of values by parameter name.</param>
public sealed record Preset(string Name, int Repetitions, JsonObject Parameters)
{
    /// <summary>Seconds from the start of one repetition to the start of the next, for a series; 0 measures one point after the
    /// other.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int RepeatEverySeconds { get; init; }

    /// <summary>As published; needs a real account and hours.</summary>
    public const string Paper = "paper";

    /// <summary>The same code path at a scale that a small machine finishes in minutes; still comparable.</summary>
    public const string Reduced = "reduced";

    /// <summary>Seconds: shows that everything works. Two repetitions cannot be compared with another run.</summary>
    public const string Quick = "quick";

    internal static Preset Of(string name, int repetitions, object parameters) =>
        new(name, repetitions, ParameterJson.ToObject(parameters));
}
