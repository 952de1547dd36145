using AzurePerf.Core.Experiments.Images;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Images;

public sealed class ImageOrdersTests
{
    private static readonly ModisPipelineOptions Options = new()
    {
        Area = "box -20 35 40 60",
        From = "2024-01-25",
        Days = 7,
        AggregateDays = 3,
        Reductions = "picture zones",
    };

    [Fact]
    public async Task Every_tile_and_day_is_downloaded_reprojected_and_aggregated_once()
    {
        var request = RequestOf(Options);
        var world = new ImageWorld(request, 1);

        await world.ExecuteAsync();

        var images = request.Area.Tiles.Count * 7;
        Assert.Equal(
            [images, images, request.Area.Tiles.Count * 3, 3 * 2],
            [
                world.Orders[ImageStages.Download].Count, world.Orders[ImageStages.Reprojection].Count,
                world.Orders[ImageStages.Aggregation].Count, world.Orders[ImageStages.Reduction].Count,
            ]);
        Assert.All(world.Orders.Values, orders => Assert.Distinct(orders));
        var periods = world.Orders[ImageStages.Aggregation].Select(ImageOrder.Read<AggregationOrder>).ToArray();
        Assert.All(periods, period => Assert.Equal(period.Last.DayNumber - period.First.DayNumber + 1, period.Days.Count));
        Assert.Equal(
            world.MadeOf(ImageStages.Reprojection).Order(),
            periods.SelectMany(period => period.Days).Select(day => day.Key).Order());
        Assert.All(
            world.Orders[ImageStages.Reduction].Select(ImageOrder.Read<ReductionOrder>),
            result => Assert.Equal(request.Area.Tiles.Select(tile => tile.ToString()), result.Tiles.Select(key => key.Split('-')[0])));
    }

    [Fact]
    public void A_product_of_a_later_build_is_read_without_what_it_says_more_and_its_order_is_not()
    {
        var (made, order) = (new MadeProduct("key", 7, "hash", 0.5) { OtherBytes = 3 }, new DownloadOrder("file"));
        var (madeLater, orderLater) = (ImageWorld.Later(ImageOrder.Write(made)), ImageWorld.Later(ImageOrder.Write(order)));

        Assert.Equal(made, ImageOrder.ReadProduct<MadeProduct>(madeLater));
        Assert.Throws<InvalidDataException>(() => ImageOrder.Read<DownloadOrder>(orderLater));
        Assert.True(ImageOrder.IsOfLaterBuild(ImageStages.Download, orderLater));
        Assert.False(ImageOrder.IsOfLaterBuild(ImageStages.Download, ImageOrder.Write(order)));
        Assert.False(ImageOrder.IsOfLaterBuild(ImageStages.Download, "no order"));
    }

    [Fact]
    public async Task Orders_of_a_later_build_are_known_in_every_stage_that_has_some()
    {
        var world = new ImageWorld(RequestOf(Options), 1);

        await world.ExecuteAsync();

        Assert.All(world.Orders, stage => Assert.True(ImageOrder.HasOrders(stage.Key)));
        Assert.All(world.Orders, stage => Assert.False(ImageOrder.IsOfLaterBuild(stage.Key, stage.Value[0])));
        Assert.All(world.Orders, stage => Assert.True(ImageOrder.IsOfLaterBuild(stage.Key, ImageWorld.Later(stage.Value[0]))));
    }

    [Fact]
    public async Task Orders_manifest_and_provenance_are_written_from_what_workers_of_a_later_build_made()
    {
        var request = RequestOf(Options);
        var (world, later) = (new ImageWorld(request, 1), new ImageWorld(request, 1) { OfLaterBuild = true });

        Assert.Equal(await world.ExecuteAsync(), await later.ExecuteAsync());

        Assert.Equal(world.Orders.Values.SelectMany(orders => orders), later.Orders.Values.SelectMany(orders => orders));
        Assert.Equal(await ProvenanceOf(world), await ProvenanceOf(later));

        static async Task<byte[]> ProvenanceOf(ImageWorld made)
        {
            using var text = new MemoryStream();
            await new ImageProvenance("aaaaaaaaaaaaaaaaaaaa", made).WriteAsync(text, default);
            return text.ToArray();
        }
    }

    [Fact]
    public async Task Of_several_data_sets_granules_are_downloaded_once_and_a_program_gets_the_images_of_all_of_them()
    {
        var several = Options with
        {
            Product = "MOD09GA",
            DataSet = "sur_refl_b01_1 sur_refl_b02_1",
            Reductions = "picture program",
            Program = new string('a', 64),
        };
        var request = RequestOf(several);
        var world = new ImageWorld(request, 1);

        await world.ExecuteAsync();

        var tiles = request.Area.Tiles.Count;
        Assert.Equal(
            [tiles * 7, tiles * 7 * 2, tiles * 3 * 2, 3 * (2 + 1)],
            [
                world.Orders[ImageStages.Download].Count, world.Orders[ImageStages.Reprojection].Count,
                world.Orders[ImageStages.Aggregation].Count, world.Orders[ImageStages.Reduction].Count,
            ]);
        Assert.All(world.Orders.Values, orders => Assert.Distinct(orders));
        var results = world.Orders[ImageStages.Reduction].Select(ImageOrder.Read<ReductionOrder>).ToArray();
        Assert.Equal(
            ["0", "1", "0 1"],
            results.Where(result => result.First == results[0].First).Select(result => string.Join(' ', result.Layers!.Distinct())).Order(StringComparer.Ordinal).OrderBy(text => text.Length));
        Assert.All(results.Where(result => result.Reduction == "program"), result => Assert.Equal(tiles * 2, result.Tiles.Count));
    }

    [Fact]
    public async Task Images_of_one_of_several_data_sets_are_those_that_a_request_for_it_alone_makes()
    {
        var one = Options with { Product = "MOD09GA", DataSet = "sur_refl_b02_1" };
        var first = new ImageWorld(RequestOf(one), 1);
        await first.ExecuteAsync();
        var both = RequestOf(one with { DataSet = "sur_refl_b01_1 sur_refl_b02_1" });
        var world = new ImageWorld(both, 1) { Catalogue = first.Catalogue };

        await world.ExecuteAsync();

        Assert.All(world.Orders[ImageStages.Reprojection].Select(ImageOrder.Read<ReprojectionOrder>), order => Assert.Equal(0, order.Layer));
        Assert.Equal(both.Area.Tiles.Count * 7, world.Orders[ImageStages.Reprojection].Count);
    }

    [Fact]
    public async Task The_manifest_of_several_data_sets_says_of_each_image_which_it_shows()
    {
        var request = RequestOf(Options with { Product = "MOD09GA", DataSet = "sur_refl_b01_1 sur_refl_b02_1" });
        using var manifest = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(await new ImageWorld(request, 1).ExecuteAsync()));

        var entries = await ImageManifestReader.ReadAsync(manifest, TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken);

        Assert.Equal("sur_refl_b01_1 sur_refl_b02_1", Assert.Single(entries.OfType<ManifestRequest>()).DataSet);
        string[][] shown =
        [
            [.. entries.OfType<ManifestImage>().Select(image => image.DataSet)],
            [.. entries.OfType<ManifestPeriod>().Select(period => period.DataSet)],
            [.. entries.OfType<ManifestResult>().Select(result => result.DataSet)],
        ];
        Assert.All(shown, names => Assert.Equal(names.Length / 2, names.Count(name => name == "sur_refl_b01_1")));
        Assert.All(shown, names => Assert.Equal(names.Length / 2, names.Count(name => name == "sur_refl_b02_1")));
    }

    [Fact]
    public async Task The_same_request_again_downloads_and_reprojects_nothing_and_its_manifest_has_the_same_bytes()
    {
        var request = RequestOf(Options);
        var first = new ImageWorld(request, 1);
        var manifest = await first.ExecuteAsync();
        var again = new ImageWorld(request, 2) { Catalogue = first.Catalogue };

        Assert.Equal(manifest, await again.ExecuteAsync());
        Assert.Empty(again.Orders[ImageStages.Download]);
        Assert.Empty(again.Orders[ImageStages.Reprojection]);
    }

    [Fact]
    public async Task Of_a_request_that_overlaps_only_what_is_new_is_made()
    {
        var first = new ImageWorld(RequestOf(Options), 1);
        await first.ExecuteAsync();
        var longer = RequestOf(Options with { Days = 9 });
        var world = new ImageWorld(longer, 1) { Catalogue = first.Catalogue };

        await world.ExecuteAsync();

        Assert.Equal(longer.Area.Tiles.Count * 2, world.Orders[ImageStages.Reprojection].Count);
        Assert.All(
            world.Orders[ImageStages.Aggregation].Select(ImageOrder.Read<AggregationOrder>),
            period => Assert.Equal(3, period.Days.Count));
    }

    [Theory]
    [InlineData(MissingInput.LessCoverage)]
    [InlineData(MissingInput.Skip)]
    public async Task Later_stages_count_on_what_was_made_and_on_nothing_else_whatever_failed(MissingInput missing)
    {
        for (var seed = 0; seed < 60; seed++)
        {
            var request = RequestOf(Options with { Missing = missing, Product = seed % 2 == 0 ? "MOD11A1" : "MOD05_L2" });
            var world = new ImageWorld(request, seed) { Uncovered = seed % 3 * 0.2, Granules = 1 + (seed % 4) };
            foreach (var stage in new[] { ImageStages.Download, ImageStages.Reprojection, ImageStages.Aggregation })
            {
                world.Failing[stage] = seed % 5 * 0.1;
            }

            await world.ExecuteAsync();

            var downloaded = world.MadeOf(ImageStages.Download).ToHashSet();
            var images = world.Orders[ImageStages.Reprojection].Select(ImageOrder.Read<ReprojectionOrder>).ToArray();
            Assert.All(images, image => Assert.All(image.Sources, source => Assert.Contains(source, downloaded)));
            var made = world.MadeOf(ImageStages.Reprojection).ToHashSet();
            var periods = world.Orders[ImageStages.Aggregation].Select(ImageOrder.Read<AggregationOrder>).ToArray();
            var used = periods.SelectMany(period => period.Days).Select(day => day.Key).ToArray();
            Assert.All(used, key => Assert.Contains(key, made));
            var aggregated = world.MadeOf(ImageStages.Aggregation).ToHashSet();
            Assert.All(
                world.Orders[ImageStages.Reduction].Select(ImageOrder.Read<ReductionOrder>),
                result => Assert.All(result.Tiles, key => Assert.Contains(key, aggregated)));
            if (missing == MissingInput.LessCoverage)
            {
                Assert.Equal(made.Order(), used.Order());
            }
            else
            {
                Assert.All(images, image => Assert.Equal(world.Granules * request.FilesOfGranule, image.Sources.Count));
            }
        }
    }

    [Fact]
    public async Task An_image_of_fewer_inputs_has_another_key_than_that_of_all()
    {
        var request = RequestOf(Options with { Product = "MOD05_L2" });
        var all = new ImageWorld(request, 3) { Granules = 3 };
        await all.ExecuteAsync();
        var some = new ImageWorld(request, 3) { Granules = 3, Failing = { [ImageStages.Download] = 0.3 } };
        await some.ExecuteAsync();

        var whole = all.Orders[ImageStages.Reprojection].Select(ImageOrder.Read<ReprojectionOrder>).ToDictionary(image => image.Key);
        Assert.All(some.Orders[ImageStages.Reprojection].Select(ImageOrder.Read<ReprojectionOrder>), image =>
            Assert.Equal(image.Sources.Count == 3, whole.ContainsKey(image.Key)));
    }

    [Fact]
    public async Task The_longest_orders_that_a_request_can_have_fit_into_what_is_stored()
    {
        var globe = RequestOf(Options with { Area = "box -180 -90 180 90", Days = 2, AggregateDays = 0, Reductions = "picture zones histogram" });
        var world = new ImageWorld(globe, 1);
        await world.ExecuteAsync();
        var days = new ImageWorld(RequestOf(Options with { Area = "h18v04", Days = 300, AggregateDays = 300 }), 1);
        await days.ExecuteAsync();

        Assert.Equal(460, ImageOrder.Read<ReductionOrder>(world.Orders[ImageStages.Reduction][0]).Tiles.Count);
        Assert.All(world.Orders.Concat(days.Orders).SelectMany(stage => stage.Value), order => Assert.InRange(order.Length, 1, 32_768));
    }

    [Theory]
    [InlineData(MissingInput.LessCoverage, 2)]
    [InlineData(MissingInput.Skip, 0)]
    public async Task A_tile_of_which_nothing_came_takes_the_picture_with_it_where_the_request_says_so(MissingInput missing, int results)
    {
        var request = RequestOf(Options with { Area = "h18v04 h19v04", Days = 1, AggregateDays = 0, Missing = missing });
        var world = new ImageWorld(request, 1) { Failed = (stage, task) => stage == ImageStages.Reprojection && task == 1 };

        var manifest = await world.ExecuteAsync();

        Assert.Single(world.Orders[ImageStages.Aggregation]);
        Assert.Equal(results, world.Orders[ImageStages.Reduction].Count);
        Assert.Equal((results, 2), await ResultsOfAsync(manifest));
    }

    [Theory]
    [InlineData(MissingInput.LessCoverage, "picture 0, zones 0, program 0")]
    [InlineData(MissingInput.Skip, "picture 0, zones 0")]
    public async Task A_data_set_that_failed_takes_its_own_pictures_and_tables_and_the_program_with_it_but_none_of_another(MissingInput missing, string results)
    {
        var request = RequestOf(Options with
        {
            Area = "h18v04",
            Days = 1,
            AggregateDays = 0,
            DataSet = "LST_Day_1km LST_Night_1km",
            Reductions = "picture zones program",
            Program = new string('a', 64),
            Missing = missing,
        });
        var world = new ImageWorld(request, 1) { Failed = (stage, task) => stage == ImageStages.Reprojection && task == 1 };

        var manifest = await world.ExecuteAsync();

        Assert.Equal(
            results,
            string.Join(", ", world.Orders[ImageStages.Reduction].Select(ImageOrder.Read<ReductionOrder>).Select(result => $"{result.Reduction} {string.Join(' ', result.Layers ?? [0])}")));
        Assert.Equal((results.Split(", ").Length, 5), await ResultsOfAsync(manifest));
    }

    [Theory]
    [InlineData(MissingInput.LessCoverage, 6)]
    [InlineData(MissingInput.Skip, 4)]
    public async Task A_day_that_the_archive_did_not_tell_of_is_in_the_manifest_and_counts_as_an_input_that_failed(MissingInput missing, int results)
    {
        var request = RequestOf(Options with { Area = "h18v04", Missing = missing });
        var world = new ImageWorld(request, 1) { Failed = (stage, task) => stage == ImageStages.Listing && task == 1 };

        var manifest = await world.ExecuteAsync();

        Assert.Equal("""[{"tile":"h18v04","day":"2024-01-26"}]""", System.Text.Json.Nodes.JsonNode.Parse(manifest)!["notListed"]!.ToJsonString());
        Assert.Equal(results, world.Orders[ImageStages.Reduction].Count);
        Assert.Equal((results, 6), await ResultsOfAsync(manifest));
    }

    [Theory]
    [InlineData(MissingInput.LessCoverage, 7, 6)]
    [InlineData(MissingInput.Skip, 6, 4)]
    public async Task A_granule_without_positions_counts_as_an_input_that_did_not_come(MissingInput missing, int images, int results)
    {
        var request = RequestOf(Options with { Area = "h18v04", Product = "MOD021KM", Missing = missing });
        var world = new ImageWorld(request, 1) { Incomplete = day => day.Day == 26 };
        var manifest = await world.ExecuteAsync();
        var catalogue = new ImageWorld(request, 1);
        await catalogue.ExecuteAsync();
        var again = new ImageWorld(request, 1) { Incomplete = day => day.Day == 26, Catalogue = catalogue.Catalogue };

        Assert.Equal(manifest, await again.ExecuteAsync());
        Assert.Equal((images * 2, images), (world.Orders[ImageStages.Download].Count, world.Orders[ImageStages.Reprojection].Count));
        Assert.Equal((results, 6), await ResultsOfAsync(manifest));
        Assert.Equal([(26, images < 7)], System.Text.Json.Nodes.JsonNode.Parse(manifest)!["images"]!.AsArray().Where(image => (bool)image!["inputMissing"]!)
            .Select(image => (int.Parse(((string)image!["day"]!)[8..], System.Globalization.CultureInfo.InvariantCulture), (string)image["valuesHash"]! == "")));
    }

    private static async Task<(int Made, int Asked)> ResultsOfAsync(string manifest)
    {
        using var stream = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(manifest));
        var entries = await ImageManifestReader.ReadAsync(stream, TestContext.Current.CancellationToken).OfType<ManifestResult>().ToArrayAsync(TestContext.Current.CancellationToken);
        return (entries.Count(result => result.ValuesHash.Length > 0), entries.Length);
    }

    [Fact]
    public async Task An_archive_without_a_granule_for_any_day_ends_the_run_with_a_sentence()
    {
        var world = new ImageWorld(RequestOf(Options), 1) { Uncovered = 1 };

        var fault = await Assert.ThrowsAsync<InvalidDataException>(world.ExecuteAsync);

        Assert.Equal("the archive has no granule of MOD11A1 that covers the area on any of these days", fault.Message);
    }

    [Fact]
    public async Task A_request_of_swaths_by_night_says_so_in_its_manifest_and_where_there_are_none()
    {
        var request = RequestOf(Options with { Product = "MOD11_L2", Light = SwathLight.Night });

        var manifest = await new ImageWorld(request, 1).ExecuteAsync();
        var fault = await Assert.ThrowsAsync<InvalidDataException>(new ImageWorld(request, 1) { Uncovered = 1 }.ExecuteAsync);

        Assert.Equal("night", (string)System.Text.Json.Nodes.JsonNode.Parse(manifest)!["request"]!["light"]!);
        Assert.Equal("the archive has no granule of MOD11_L2 that covers the area by night on any of these days", fault.Message);
    }

    [Fact]
    public async Task An_archive_that_told_of_some_days_alone_is_not_said_to_have_no_granule_of_the_others()
    {
        var world = new ImageWorld(RequestOf(Options), 1) { Uncovered = 1, Failed = (stage, task) => stage == ImageStages.Listing && task == 1 };

        var fault = await Assert.ThrowsAsync<InvalidDataException>(world.ExecuteAsync);

        Assert.Equal("the archive has no granule of MOD11A1 that covers the area on any of the days that it told of; "
            + "the failed tasks of source listing say why it did not tell of all", fault.Message);
    }

    private static ImageRequest RequestOf(ModisPipelineOptions options) => ImageRequest.Read(options) switch
    {
        { Request: { } request } => request,
        var (_, faults) => throw new InvalidOperationException($"{faults[0].Parameter} {faults[0].Message}"),
    };
}
