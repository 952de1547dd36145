using AzurePerf.Core.Experiments;
using AzurePerf.Core.Targets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.Hosting.Catalogue;

/// <summary>Gives a host its experiments and kinds of targets: those that come with it, and those of a plug-in's line.</summary>
public static class CatalogueSetup
{
    /// <summary>Adds experiments to the <see cref="ExperimentCatalogue"/> of a host.</summary>
    public static void AddExperiments(this IServiceCollection services, IEnumerable<ExperimentDefinition> definitions)
    {
        ArgumentNullException.ThrowIfNull(definitions);
        foreach (var definition in definitions)
        {
            services.AddSingleton(definition);
        }

        services.TryAddSingleton<ExperimentCatalogue>();
    }

    /// <summary>Adds kinds of targets to those that a host knows.</summary>
    public static void AddTargetKinds(this IServiceCollection services, IEnumerable<TargetKind> kinds)
    {
        ArgumentNullException.ThrowIfNull(kinds);
        foreach (var kind in kinds)
        {
            services.AddSingleton(kind);
        }
    }
}
