using System.Text;
using AzurePerf.Core.Experiments.Images;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Images;

public sealed class ImageManifestReaderTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(100_000)]
    public async Task What_was_written_is_read_in_its_order_however_the_bytes_come(int atOnce)
    {
        var request = ImageRequest.Read(new() { Area = "box 0 40 20 60", Days = 12, AggregateDays = 3, Reductions = "picture zones" }).Request!;
        var world = new ImageWorld(request, 3)
        {
            Uncovered = 0.1,
            Failing = { [ImageStages.Reprojection] = 0.1, [ImageStages.Reduction] = 0.2 },
            Failed = (stage, task) => stage == ImageStages.Listing && task == 5,
        };
        var text = await world.ExecuteAsync();

        var entries = await ReadAsync(text, atOnce);

        using var document = System.Text.Json.JsonDocument.Parse(text);
        Assert.Equal(
            new[] { "results", "periods", "images", "notCovered", "notListed" }.Select(section => document.RootElement.GetProperty(section).GetArrayLength()),
            [Count<ManifestResult>(), Count<ManifestPeriod>(), Count<ManifestImage>(), Count<ManifestGap>(), Count<ManifestNotListed>()]);
        Assert.NotEmpty(entries.OfType<ManifestNotListed>());
        Assert.Equal(
            document.RootElement.GetProperty("images").EnumerateArray().Select(image => (image.GetProperty("key").GetString()!, image.GetProperty("valuesHash").GetString()!)),
            entries.OfType<ManifestImage>().Select(image => (image.Key, image.ValuesHash)));
        Assert.Contains(entries.OfType<ManifestResult>(), result => result.ValuesHash.Length == 0);

        int Count<T>() => entries.OfType<T>().Count();
    }

    [Fact]
    public async Task The_granules_of_an_image_that_could_not_be_read_are_read_from_the_manifest()
    {
        const string Image = """{"tile":"h18v04","day":"2024-06-25","key":"a","valuesHash":"00","coverage":1,"inputMissing":true,"unreadable":["x"],"inputs":[]}""";

        var entries = await ReadAsync($$"""{"schema":1,"images":[{{Image}}]}""", 100);

        Assert.Equal(["x"], Assert.IsType<ManifestImage>(Assert.Single(entries)).Unreadable);
    }

    [Theory]
    [InlineData("", "picture")]
    [InlineData("LST_Day_1km", "picture-LST_Day_1km")]
    [InlineData("Land/SeaMask", "picture-Land-SeaMask")]
    public void The_name_of_a_data_set_stands_in_names_of_files_as_one_that_each_system_takes(string dataSet, string name) =>
        Assert.Equal(name, ManifestEntry.NameOf("picture", dataSet));

    [Fact]
    public async Task An_entry_that_is_longer_than_any_can_be_ends_the_reading()
    {
        var text = $$"""{"schema":1,"images":[{"tile":"{{new string('x', ImageManifestReader.MostBytesOfEntry)}}"}]}""";

        var refused = await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(text, 1 << 20));

        Assert.Equal("an entry of the manifest is too long", refused.Message);
    }

    private static async Task<ManifestEntry[]> ReadAsync(string text, int atOnce) =>
        await ImageManifestReader.ReadAsync(new Trickle(Encoding.UTF8.GetBytes(text), atOnce), TestContext.Current.CancellationToken)
            .ToArrayAsync(TestContext.Current.CancellationToken);

    private sealed class Trickle(byte[] bytes, int atOnce) : MemoryStream(bytes)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(atOnce, buffer.Length)], cancellationToken);
    }
}
