using System.Collections;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>
/// The orders of each stage, from what the stages before it brought. The number of a task is the place of its order, so that a bit for each
/// task says what later stages can count on. A product that the catalogue had when the day was listed gets no order.
/// </summary>
/// <param name="request">What is asked for.</param>
/// <param name="products">What the stages brought that have closed; which tasks did is read once.</param>
public sealed class ImageOrders(ImageRequest request, IStageProducts products)
{
    private readonly Dictionary<string, TaskSet> _done = [];

    /// <summary>A file of the archive that some image needs which is to be made.</summary>
    public async IAsyncEnumerable<string> DownloadsAsync()
    {
        var (listed, unlisted, found) = (false, false, false);
        await foreach (var day in NumberedAsync())
        {
            listed |= day.Listing is not null;
            unlisted |= day.Listing is null;
            found |= day.Listing?.Images.Count > 0;
            foreach (var file in day.New)
            {
                yield return ImageOrder.Write(new DownloadOrder(file.ToString()));
            }
        }

        if (!found)
        {
            var light = request.Subject.Light.Length == 0 ? "" : $" by {request.Subject.Light}";
            var none = $"the archive has no granule of {request.Subject.Product.Id} that covers the area{light} on any of";
            throw new InvalidDataException((listed, unlisted) switch
            {
                (true, false) => $"{none} these days",
                (true, true) => $"{none} the days that it told of; "
                    + $"the failed tasks of {ImageStages.Listing} say why it did not tell of all",
                _ => $"the archive told of no day: the failed tasks of {ImageStages.Listing} say why",
            });
        }
    }

    /// <summary>An image that is to be made, and of whose inputs enough came.</summary>
    public async IAsyncEnumerable<string> ReprojectionsAsync()
    {
        await foreach (var image in PlannedAsync())
        {
            if (image.IsOrdered)
            {
                yield return ImageOrder.Write(
                    new ReprojectionOrder(
                        image.Day, image.Tile, image.Key, [.. image.Inputs.Select(input => input.Key)], image.Layer));
            }
        }
    }

    /// <summary>A tile and period with an image.</summary>
    public async IAsyncEnumerable<string> AggregationsAsync()
    {
        await foreach (var period in PeriodsAsync())
        {
            if (period.IsOrdered)
            {
                yield return ImageOrder.Write(
                    new AggregationOrder(
                        period.Period.First, period.Period.Last, period.Tile, period.Key, period.Days, period.Layer));
            }
        }
    }

    /// <summary>A picture or a table of a period of which some tile was made.</summary>
    public async IAsyncEnumerable<string> ReductionsAsync()
    {
        await foreach (var result in ResultsAsync())
        {
            if (result.IsOrdered)
            {
                yield return ImageOrder.Write(
                    new ReductionOrder(
                        result.Period.First, result.Period.Last, result.Reduction, result.Key, result.Tiles, result.Layers));
            }
        }
    }

    /// <summary>Every image that was planned, in the order of days and tiles.</summary>
    public async IAsyncEnumerable<PlannedImage> PlannedAsync()
    {
        var downloaded = await DoneAsync(ImageStages.Download);
        await foreach (var day in NumberedAsync())
        {
            foreach (var image in day.Listing?.Images ?? [])
            {
                yield return Planned(day, image, downloaded);
            }
        }
    }

    /// <summary>
    /// Every tile, data set and period of which an image was made, in the order of periods, tiles and data sets. One that is left out,
    /// because an input failed and the request says so, has no key.
    /// </summary>
    public async IAsyncEnumerable<PlannedPeriod> PeriodsAsync()
    {
        var downloaded = await DoneAsync(ImageStages.Download);
        var made = await DoneAsync(ImageStages.Reprojection);
        var ordered = 0;
        var layers = request.Layers.Count;
        var tiles = request.Area.Tiles.Select(tile => tile.ToString()).ToArray();
        var places = tiles.Select((tile, place) => (tile, place)).ToDictionary(pair => pair.tile, pair => pair.place * layers);
        var days = Enumerable.Range(0, tiles.Length * layers).Select(_ => new List<KeyedDay>()).ToArray();
        var failed = new bool[tiles.Length * layers];
        using var periods = request.Periods.GetEnumerator();
        periods.MoveNext();
        await foreach (var day in NumberedAsync())
        {
            if (day.Day > periods.Current.Last)
            {
                foreach (var period in Ended(periods.Current))
                {
                    yield return period;
                }

                periods.MoveNext();
            }

            if (day.Listing is null)
            {
                foreach (var tile in day.Tiles)
                {
                    failed.AsSpan(places[tile.ToString()], layers).Fill(true);
                }
            }

            foreach (var image in (day.Listing?.Images ?? []).Select(image => Planned(day, image, downloaded)))
            {
                var place = places[image.Tile] + image.Layer;
                if (image.IsOrdered ? made.Contains(ordered++) : image.IsMade)
                {
                    days[place].Add(new(image.Day, image.Key));
                }
                else
                {
                    failed[place] = true;
                }
            }
        }

        foreach (var period in Ended(periods.Current))
        {
            yield return period;
        }

        IEnumerable<PlannedPeriod> Ended(ImagePeriod period)
        {
            for (var place = 0; place < days.Length; place++)
            {
                var (tile, layer) = (tiles[place / layers], place % layers);
                KeyedDay[] keyed = [.. days[place]];
                if (keyed.Length > 0 || failed[place])
                {
                    var isLeftOut = keyed.Length == 0 || (failed[place] && request.Options.Missing == MissingInput.Skip);
                    var key = isLeftOut ? "" : ImageKeys.OfPeriod(request.Layers[layer], period, tile, keyed.Select(day => day.Key));
                    yield return new(period, tile, key, keyed, layer);
                }

                days[place].Clear();
                failed[place] = false;
            }
        }
    }

    /// <summary>
    /// Every picture or table of a period with an image, in the order of periods. One that is left out, because none of its tiles was made
    /// or one of a data set that it shows failed and the request says so, has no key.
    /// </summary>
    public async IAsyncEnumerable<PlannedResult> ResultsAsync()
    {
        if (request.Reductions.Count == 0)
        {
            yield break;
        }

        var made = await DoneAsync(ImageStages.Aggregation);
        var number = 0;
        var (tiles, layers, failed) = (new List<(string Key, int Layer)>(), new SortedSet<int>(), new HashSet<int>());
        ImagePeriod? current = null;
        await foreach (var period in PeriodsAsync())
        {
            if (current is not null && period.Period != current)
            {
                foreach (var result in Ended(current))
                {
                    yield return result;
                }
            }

            current = period.Period;
            layers.Add(period.Layer);
            if (period.IsOrdered && made.Contains(number++))
            {
                tiles.Add((period.Key, period.Layer));
            }
            else
            {
                failed.Add(period.Layer);
            }
        }

        foreach (var result in current is null ? [] : Ended(current))
        {
            yield return result;
        }

        IEnumerable<PlannedResult> Ended(ImagePeriod period)
        {
            (string Key, int Layer)[] made = [.. tiles];
            int[] asked = [.. layers];
            int[] leftOut = request.Options.Missing == MissingInput.Skip ? [.. failed] : [];
            tiles.Clear();
            layers.Clear();
            failed.Clear();
            return request.Reductions.SelectMany(reduction => Results(period, reduction, asked, made, leftOut));
        }
    }

    /// <summary>A program sees all data sets together; of each, a picture or a table is made.</summary>
    private IEnumerable<PlannedResult> Results(
        ImagePeriod period, string reduction, IReadOnlyList<int> layers, IReadOnlyList<(string Key, int Layer)> made,
        IReadOnlyList<int> leftOut)
    {
        return reduction == RequestReductions.Program
            ? [Result(request, layers, made)]
            : layers.Select(layer => Result(request.Layers[layer], [layer], [.. made.Where(tile => tile.Layer == layer)]));

        PlannedResult Result(ImageRequest of, IReadOnlyList<int> shown, IReadOnlyList<(string Key, int Layer)> tiles)
        {
            string[] keys = shown.Any(leftOut.Contains) ? [] : [.. tiles.Select(tile => tile.Key)];
            return keys.Length == 0
                ? new(period, reduction, "", [], shown)
                : new(period, reduction, ImageKeys.OfResult(of, reduction, period, keys), keys, [.. tiles.Select(tile => tile.Layer)]);
        }
    }

    /// <summary>The days and parts of which no listing came, because their tasks failed for good.</summary>
    public async IAsyncEnumerable<(DateOnly Day, IReadOnlyList<SinusoidalTile> Tiles)> NotListedAsync()
    {
        await foreach (var day in NumberedAsync())
        {
            if (day.Listing is null)
            {
                yield return (day.Day, day.Tiles);
            }
        }
    }

    private PlannedImage Planned(NumberedDay day, ListedImage image, TaskSet downloaded)
    {
        var inputs = new List<SourceFile>();
        var isMissing = image.IsIncomplete;
        foreach (var granule in IsSkipped(image) ? [] : image.Inputs.Chunk(request.FilesOfGranule))
        {
            if (image.Made is not null || granule.All(input => downloaded.Contains(day.Numbers[input])))
            {
                inputs.AddRange(granule.Select(input => day.Listing!.Files[input]));
            }
            else
            {
                isMissing = true;
            }
        }

        var isDropped = inputs.Count == 0 || (isMissing && request.Options.Missing == MissingInput.Skip);
        return new(
            day.Day, image.Tile, isDropped ? "" : ImageKeys.OfImage(request.Layers[image.Layer], day.Day, image.Tile, inputs), inputs,
            isDropped ? null : image.Made, image.Coverage, image.Layer)
        {
            IsMissing = isMissing,
            Granules = isDropped ? null : image.Granules,
        };
    }

    /// <summary>Whether it is dropped whatever comes of its inputs.</summary>
    private bool IsSkipped(ListedImage image) => image.IsIncomplete && request.Options.Missing == MissingInput.Skip;

    /// <summary>
    /// The listings, with the number of each file's download: that of its order. Files of the same day that a part before has listed share
    /// its number; files that no image needs which is to be made have none.
    /// </summary>
    private async IAsyncEnumerable<NumberedDay> NumberedAsync()
    {
        var next = 0;
        var task = 0;
        var numbers = new Dictionary<string, int>(StringComparer.Ordinal);
        DateOnly? current = null;
        await foreach (var product in products.OfAsync(ImageStages.Listing))
        {
            for (; task < product.Task; task++)
            {
                yield return NotListed(task);
            }

            task++;
            var (day, tiles) = request.ListingOf(product.Task);
            if (day != current)
            {
                numbers.Clear();
                current = day;
            }

            var listing = DayListing.Read(product.Result);
            var needed = listing.Images.Where(image => image.Made is null && !IsSkipped(image)).SelectMany(image => image.Inputs)
                .ToHashSet();
            var files = new int[listing.Files.Count];
            var fresh = new List<SourceFile>();
            for (var i = 0; i < files.Length; i++)
            {
                if (!needed.Contains(i))
                {
                    files[i] = -1;
                }
                else if (!numbers.TryGetValue(listing.Files[i].Key, out files[i]))
                {
                    fresh.Add(listing.Files[i]);
                    numbers.Add(listing.Files[i].Key, files[i] = next++);
                }
            }

            yield return new(day, tiles, listing, files, fresh);
        }

        for (; task < request.Days.Count * request.Parts.Count; task++)
        {
            yield return NotListed(task);
        }

        NumberedDay NotListed(int number)
        {
            var (day, tiles) = request.ListingOf(number);
            return new(day, tiles, null, [], []);
        }
    }

    private async Task<TaskSet> DoneAsync(string stage)
    {
        if (_done.TryGetValue(stage, out var done))
        {
            return done;
        }

        done = new TaskSet();
        await foreach (var product in products.OfAsync(stage))
        {
            done.Add(product.Task);
        }

        _done.Add(stage, done);
        return done;
    }

    /// <param name="Listing">Null where its task failed for good.</param>
    private sealed record NumberedDay(
        DateOnly Day, IReadOnlyList<SinusoidalTile> Tiles, DayListing? Listing, int[] Numbers, IReadOnlyList<SourceFile> New);

    /// <summary>Numbers of tasks, a bit each.</summary>
    private sealed class TaskSet
    {
        private readonly BitArray _bits = new(1_024);

        public void Add(int number)
        {
            if (number >= _bits.Length)
            {
                _bits.Length = Math.Max(number + 1, _bits.Length * 2);
            }

            _bits[number] = true;
        }

        public bool Contains(int number) => number >= 0 && number < _bits.Length && _bits[number];
    }
}
