using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Products;
using AzurePerf.Probes.Works;
using AzurePerf.Sources;
using AzurePerf.Storage.Products;

namespace AzurePerf.Worker.Images;

/// <summary>Source listing: which granules of a day cover which tiles, and which images of them the catalogue has.</summary>
internal sealed class ListingWork(IGranuleArchive archive, ArchiveOptions options, ProductStore store) : ITaskWork
{
    public string Name => ImageStages.WorkOf(ImageStages.Listing);

    public async Task<string> ExecuteAsync(ITaskContext context, CancellationToken stop)
    {
        var request = ImageRequests.Of(context);
        var (day, tiles) = request.ListingOf(context.Task);
        var granules = await GranulesAsync(request, day, stop);
        context.Report(0.5);
        var inputs = request.Subject.Product.File.Kind == ProductKind.Tile
            ? TileInputs(granules, tiles)
            : SwathInputs(granules, await PlacesAsync(request, day, granules, stop), tiles, day, request.Options.Light);
        return (await WithMadeAsync(request, day, inputs, stop)).Write();
    }

    /// <summary>The granules of the day, each with its geolocation where that is a file of its own; one of which that is not listed has no
    /// file.</summary>
    /// <exception cref="SourceException">The archive has granules of the day, and the geolocation of none.</exception>
    private async Task<IReadOnlyList<ListedGranule>> GranulesAsync(ImageRequest request, DateOnly day, CancellationToken stop)
    {
        var data = await FilesAsync(request.Subject.Product, day, stop);
        if (request.Geolocation is not { } geolocation || data.Count == 0)
        {
            return [.. data.Select(file => new ListedGranule(file.Granule, [FileOf(file)]))];
        }

        var positions = (await FilesAsync(geolocation, day, stop)).ToDictionary(file => file.Granule.Time!.Value);
        return positions.Count == 0
            ? throw NotLocated(request, day, $"{geolocation.Id} with their positions")
            :
            [
                .. from file in data
                   let position = positions.GetValueOrDefault(file.Granule.Time!.Value)
                   select new ListedGranule(file.Granule, position is null ? [] : [FileOf(file), FileOf(position)]),
            ];
    }

    private SourceException NotLocated(ImageRequest request, DateOnly day, string what) => new(
        SourceCause.Missing,
        $"The archive has granules of {new ArchiveFolder(request.Subject.Product.Id, options.Collection, day)}, and no {what}.");

    /// <summary>The files of a day; of those that the archive has made anew the latest. None where it has no such day. A name of a tile
    /// among swaths, or the reverse, is no granule of the product.</summary>
    private async Task<IReadOnlyList<ArchiveFile>> FilesAsync(ImageProduct product, DateOnly day, CancellationToken stop)
    {
        try
        {
            var files = await archive.ListAsync(new(product.Id, options.Collection, day), stop);
            return
            [
                .. files.Where(file => file.Granule.Tile is not null == (product.File.Kind == ProductKind.Tile))
                    .GroupBy(file => file.Granule.Prefix).Select(same => same.OrderBy(file => file.Name, StringComparer.Ordinal).Last())
                    .OrderBy(file => file.Name, StringComparer.Ordinal),
            ];
        }
        catch (SourceException exception) when (exception.Cause == SourceCause.Missing)
        {
            return [];
        }
    }

    private async Task<IReadOnlyDictionary<TimeOnly, GranulePlace>> PlacesAsync(
        ImageRequest request, DateOnly day, IReadOnlyList<ListedGranule> granules, CancellationToken stop)
    {
        if (granules.Count == 0)
        {
            return new Dictionary<TimeOnly, GranulePlace>();
        }

        var places = await archive.PlacesAsync(request.Subject.Product.Twin.Platform, options.Collection, day, stop);
        return places.Count > 0 ? places.ToDictionary(place => place.Begin) : throw NotLocated(request, day, "place of any swath");
    }

    private static List<(SinusoidalTile Tile, IReadOnlyList<ListedGranule> Granules)> TileInputs(
        IReadOnlyList<ListedGranule> granules, IReadOnlyList<SinusoidalTile> tiles)
    {
        var byTile = granules.ToDictionary(granule => granule.Name.Tile!.Value);
        return
        [
            .. from tile in tiles
               let number = new TileNumber(tile.H, tile.V)
               where byTile.ContainsKey(number)
               select (tile, (IReadOnlyList<ListedGranule>)[byTile[number]]),
        ];
    }

    private static List<(SinusoidalTile Tile, IReadOnlyList<ListedGranule> Granules)> SwathInputs(
        IReadOnlyList<ListedGranule> granules, IReadOnlyDictionary<TimeOnly, GranulePlace> places, IReadOnlyList<SinusoidalTile> tiles,
        DateOnly day, SwathLight light) =>
    [
        .. from tile in tiles
           let covering = (IReadOnlyList<ListedGranule>)
               [
                   .. granules.Where(granule => places.TryGetValue(granule.Name.Time!.Value, out var place)
                       && (light == SwathLight.Any || place.IsByDay(day) == (light == SwathLight.Day)) && place.MayCover(tile)),
               ]
           where covering.Count > 0
           select (tile, covering),
    ];

    private async Task<DayListing> WithMadeAsync(
        ImageRequest request, DateOnly day, List<(SinusoidalTile Tile, IReadOnlyList<ListedGranule> Granules)> inputs,
        CancellationToken stop)
    {
        var made = new Dictionary<string, StoredProduct>(StringComparer.Ordinal);
        if (inputs.Count > 0)
        {
            await foreach (var image in store.ListAsync(ProductKinds.Image, request.Subject.Product.Id, day, stop))
            {
                made[image.Name.Key] = image;
            }
        }

        var keys = inputs.ToDictionary(
            input => input.Tile,
            input => request.Layers
                .Select(layer => ImageKeys.OfImage(layer, day, input.Tile.ToString(), input.Granules.SelectMany(granule => granule.Files)))
                .ToArray());
        var used = keys.Values.SelectMany(key => key).Select(key => made.GetValueOrDefault(key)).OfType<StoredProduct>();
        var kept = (await store.NoteUseAsync([.. used], stop))
            .ToDictionary(product => product.Name.Key);
        var files = new List<SourceFile>();
        var places = new Dictionary<string, int>(StringComparer.Ordinal);
        var images = new List<ListedImage>();
        foreach (var (tile, granules) in inputs)
        {
            int[] sources = [.. granules.SelectMany(granule => granule.Files).Select(PlaceOf)];
            foreach (var (layer, key) in keys[tile].Index())
            {
                var facts = kept.GetValueOrDefault(key)?.Facts;
                images.Add(new(
                    tile.ToString(), sources, facts?.ValuesHash, facts?.Coverage ?? 0, GranuleNote.Read(facts?.Note ?? ""), layer,
                    granules.Any(granule => granule.Files.Count == 0)));
            }
        }

        return new(images, files);

        int PlaceOf(SourceFile file)
        {
            if (!places.TryGetValue(file.Key, out var place))
            {
                places.Add(file.Key, place = files.Count);
                files.Add(file);
            }

            return place;
        }
    }

    private static SourceFile FileOf(ArchiveFile file) => SourceFile.Of(file.Name, file.Size, file.Md5, file.Modified);

    /// <param name="Files">None where its positions are not listed, so that it cannot be put on a tile.</param>
    private sealed record ListedGranule(GranuleName Name, IReadOnlyList<SourceFile> Files);
}
