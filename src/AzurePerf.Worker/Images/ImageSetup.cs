using AzurePerf.Sources;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.Worker.Images;

/// <summary>Gives a worker what makes images.</summary>
internal static class ImageSetup
{
    /// <summary>Adds the works of modis.pipeline. A host that has no archive by then has one that says what to set.</summary>
    public static void AddImageWorks(this IServiceCollection services)
    {
        services.TryAddSingleton(new ArchiveOptions());
        services.TryAddSingleton<IGranuleArchive, AbsentArchive>();
        services.AddSingleton<SourceCache>();
        services.AddSingleton<Making>();
        services.AddTaskWork<ListingWork>();
        services.AddTaskWork<DownloadWork>();
        services.AddTaskWork<ReprojectionWork>();
        services.AddTaskWork<AggregationWork>();
        services.AddSingleton<IResultMaker, BuiltInResults>();
        services.AddTaskWork<ReductionWork>();
        services.AddTaskWork<ManifestWork>();
    }
}
