using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Programs;

/// <summary>Whether a run may be submitted that runs a program of a user.</summary>
public sealed class ProgramPermission(ProgramStore programs, ExperimentCatalogue experiments, ProgramOptions options)
{
    /// <summary>Why it may not; empty where it may, and for a run without a program.</summary>
    /// <param name="spec">What was read from the request.</param>
    /// <param name="cancellationToken">Ends the request, which is made only where there is a program.</param>
    public async Task<IReadOnlyList<SpecFault>> FaultsAsync(RunSpec spec, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return spec.Experiment == ImageStages.Experiment && experiments.Find(spec.Experiment) is { } definition
            && RunPlanner.BindStages(definition, spec) is ModisPipelineOptions { Program: { Length: > 0 } hash }
            && WhyNot(options, hash, options.Allowed ? await programs.FindAsync(hash, cancellationToken) : null) is { } fault
                ? [new("parameters.program", fault)]
                : [];
    }

    /// <summary>Why a program may not run, as it follows its name in a sentence; null where it may.</summary>
    internal static string? WhyNot(ProgramOptions options, string hash, StoredProgram? program) => program switch
    {
        _ when !options.Allowed => "cannot be used: the operator has not allowed users' own programs (Programs:Allowed)",
        null => $"names no program: there is no {hash[..ProgramHash.ShortestPrefix]}; azureperf programs list shows what there is",
        { IsRevoked: true } => $"names {program.ShortName}, which runs no more: {program.RevocationText}",
        _ when ProgramLimits.WhyNot(program.Manifest.Limits, options.Most) is { } beyond =>
            $"names {program.ShortName}, which cannot run here: {char.ToLowerInvariant(beyond[0])}{beyond[1..].TrimEnd('.')}",
        _ => null,
    };
}
