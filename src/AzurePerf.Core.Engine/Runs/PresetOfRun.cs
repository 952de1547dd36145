using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Runs;

/// <summary>The preset that a run was asked for with, in the catalogue of this build: presets change from build to build.</summary>
public static class PresetOfRun
{
    /// <summary>True when a request with that preset still asks for the parameters of the run; repetitions do not matter. False where
    /// there is no such preset, or none any more.</summary>
    /// <param name="definition">Of the run's experiment.</param>
    /// <param name="spec">What the run measured.</param>
    public static bool IsAsItWas(ExperimentDefinition definition, RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(spec);
        return definition.FindPreset(spec.Scale) is { } preset
            && (preset.RepeatEverySeconds == 0 || preset.RepeatEverySeconds == spec.RepeatEverySeconds)
            && spec.Parameters.All(given => definition.FindParameter(given.Key) is not null)
            && definition.Parameters.All(parameter => JsonNode.DeepEquals(
                spec.Parameters[parameter.Name] ?? ParameterValues.UsualOf(parameter, null), ParameterValues.UsualOf(parameter, preset)));
    }
}
