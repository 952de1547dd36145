using AzurePerf.Hosting.Settings;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources;
using AzurePerf.Sources.Https;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.Worker.Images;

/// <summary>Gives a host the archive that satellite images come from.</summary>
internal static class ArchiveSetup
{
    /// <summary>Adds the <see cref="IGranuleArchive"/> of the section <c>Archive</c>. Without an address it is one that says what to
    /// set.</summary>
    public static void AddArchive(this WebApplicationBuilder builder)
    {
        builder.AddHostOptions<ArchiveOptions>(ArchiveOptions.Section);
        builder.Services.TryAddSingleton<IGranuleArchive>(services => services.GetRequiredService<ArchiveOptions>() is { IsSet: true } set
            ? new HttpsArchive(
                set.Settings, set.ReadToken(), services.GetRequiredService<TimeProvider>(),
                services.GetRequiredService<ILogger<HttpsArchive>>())
            : new AbsentArchive());
    }
}

/// <summary>The archive of an operator who named none.</summary>
internal sealed class AbsentArchive : IGranuleArchive
{
    public Task<IReadOnlyList<ArchiveFile>> ListAsync(ArchiveFolder folder, CancellationToken cancellationToken) =>
        Task.FromException<IReadOnlyList<ArchiveFile>>(NotSet());

    public Task<IReadOnlyList<GranulePlace>> PlacesAsync(
        Platform platform, int collection, DateOnly day, CancellationToken cancellationToken) =>
        Task.FromException<IReadOnlyList<GranulePlace>>(NotSet());

    public Task FetchAsync(ArchiveFile file, PartialFile target, CancellationToken cancellationToken) =>
        Task.FromException(NotSet());

    private static SourceException NotSet() => new(SourceCause.NotSet,
        $"No archive of satellite images is set: give {ArchiveOptions.Section}:{nameof(ArchiveOptions.BaseAddress)} its address.");
}
