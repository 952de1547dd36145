using AzurePerf.Core.Experiments.Images;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Images;

/// <summary>A stored listing decides what a run downloads and makes.</summary>
public sealed class DayListingTests
{
    private const string File = "MOD11A1.A2024025.h18v04.061.hdf|1000|0123456789abcdef0123456789abcdef|0123456789ab";

    [Fact]
    public void A_listing_is_read_as_it_was_written()
    {
        var text = new DayListing([new("h18v04", [0])], [SourceFile.Read(File)!]).Write();

        var read = DayListing.Read(text);

        Assert.Equal(text, read.Write());
        Assert.Equal(("h18v04", 0), (Assert.Single(read.Images).Tile, Assert.Single(read.Images[0].Inputs)));
        Assert.Equal(File, Assert.Single(read.Files).ToString());
    }

    [Theory]
    [InlineData($$"""{"images":[{"tile":"h18v04","inputs":[1]}],"files":["{{File}}"]}""")]
    [InlineData($$"""{"images":[{"tile":"h18v04","inputs":[-1]}],"files":["{{File}}"]}""")]
    [InlineData($$"""{"images":[{"tile":"h18v04","inputs":[0],"layer":-1}],"files":["{{File}}"]}""")]
    [InlineData("""{"images":[]}""")]
    [InlineData("null")]
    public void A_listing_whose_images_have_no_granules_or_that_lacks_a_part_is_none(string text) =>
        Assert.Equal("a listing of granules is incomplete", Assert.Throws<InvalidDataException>(() => DayListing.Read(text)).Message);

    [Theory]
    [InlineData("name|1000|md5")]
    [InlineData("|1000|md5|id")]
    [InlineData("name|1000|md5|")]
    [InlineData("name|many|md5|id")]
    [InlineData("name|-1|md5|id")]
    [InlineData("")]
    public void A_granule_that_is_no_name_size_digest_and_id_is_none(string file) => Assert.StartsWith(
        "a listing of granules cannot be read: a granule is no name, size, MD5 and id",
        Assert.Throws<InvalidDataException>(() => DayListing.Read($$"""{"images":[],"files":["{{file}}"]}""")).Message,
        StringComparison.Ordinal);
}
