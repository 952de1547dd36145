using AzurePerf.Storage.Products;
using AzurePerf.Storage.Rows;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Products;

public sealed class ProductNameTests
{
    private static readonly DateOnly Day = new(2010, 2, 3);

    [Theory]
    [InlineData("source", "MOD021KM", "MOD021KM.A2010034.1035.061.hdf", "source/MOD021KM/2010-02-03/MOD021KM.A2010034.1035.061.hdf")]
    [InlineData("request", "MOD04_L2", "abc/manifest.json", "request/MOD04_L2/2010-02-03/abc/manifest.json")]
    [InlineData("image", "A", "x", "image/A/2010-02-03/x")]
    public void A_name_is_read_as_it_is_written(string kind, string product, string key, string written)
    {
        var name = new ProductName(kind, product, Day, key);

        Assert.Equal(written, name.ToString());
        Assert.Equal(name, ProductName.Parse(written));
        Assert.Equal((kind, product, Day, key), (name.Kind, name.Product, name.Day, name.Key));
        Assert.Equal(written + "/legend.json", name.WithSuffix("/legend.json"));
    }

    [Theory]
    [InlineData("picture", "MOD04_L2", "a")]
    [InlineData("image", "", "a")]
    [InlineData("image", "MOD-04", "a")]
    [InlineData("image", "MOD04/L2", "a")]
    [InlineData("image", "MOD04_L2\n", "a")]
    [InlineData("image", "MOD04_L2", "")]
    [InlineData("image", "MOD04_L2", "a/")]
    [InlineData("image", "MOD04_L2", "/a")]
    [InlineData("image", "MOD04_L2", "a//b")]
    [InlineData("image", "MOD04_L2", "../a")]
    [InlineData("image", "MOD04_L2", "a/../b")]
    [InlineData("image", "MOD04_L2", "a.")]
    [InlineData("image", "MOD04_L2", "a!b")]
    [InlineData("image", "MOD04_L2", "a\n")]
    [InlineData("image", "MOD04_L2", "é")]
    public void Parts_that_could_be_read_otherwise_are_refused(string kind, string product, string key)
    {
        Assert.Throws<ArgumentException>(() => new ProductName(kind, product, Day, key));
        Assert.Null(ProductName.TryParse($"{kind}/{product}/2010-02-03/{key}"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("image")]
    [InlineData("image/MOD04_L2/2010-02-03")]
    [InlineData("image/MOD04_L2/2010-2-3/a")]
    [InlineData("image/MOD04_L2/2010-02-30/a")]
    public void What_is_no_name_is_not_read(string text) => Assert.Throws<FormatException>(() => ProductName.Parse(text));

    [Theory]
    [InlineData("json")]
    [InlineData(".")]
    [InlineData("/a/")]
    [InlineData(".js on")]
    [InlineData(".json\n")]
    public void A_suffix_that_would_name_something_else_is_refused(string suffix) =>
        Assert.Throws<ArgumentException>(() => new ProductName("image", "A", Day, "a").WithSuffix(suffix));

    [Fact]
    public void The_longest_name_is_a_key_of_a_row()
    {
        var name = new ProductName("request", new string('P', 40), Day, new string('k', ProductName.KeyCharacters));

        RowLimits.Check(new Row("request!" + name.Product + "!2010-02-03", name.Key));
        Assert.Throws<ArgumentException>(() => new ProductName("request", name.Product, Day, name.Key + "k"));
    }

    [Theory]
    [InlineData("abc", 1, 1, "")]
    [InlineData("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 1, 1, "")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", -1, 1, "")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", double.NaN, 1, "")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", double.PositiveInfinity, 1, "")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 1.01, "")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, double.NaN, "")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 1, "größer")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, 1, " ")]
    public void Facts_out_of_their_range_are_refused(string hash, double seconds, double coverage, string note) =>
        Assert.Throws<ArgumentException>(() => new ProductFacts(hash, seconds, coverage, note));

    [Fact]
    public void The_longest_note_fits_into_the_metadata_of_a_blob()
    {
        var facts = new ProductFacts(new string('f', 64), double.MaxValue, 1 / 3d, new string('n', ProductFacts.NoteCharacters));

        AzurePerf.Storage.Blobs.BlobLimits.Check("a", ProductHeader.Write("image/tiff", facts, new string('w', 20), new byte[32]));
        Assert.Throws<ArgumentException>(() => new ProductFacts(facts.ValuesHash, 1, 1, facts.Note + "n"));
    }
}
