using System.Text;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Imagery.Reductions;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Images;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Images;

public sealed class ProgramFilesTests
{
    private static readonly ProductName Name = new(ProductKinds.Result, "MOD11A1", new(2024, 1, 25), "program-aaaa-1");
    private readonly FakeTimeProvider _time = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Of_two_executions_that_make_other_files_the_result_has_those_of_the_first_only()
    {
        var control = new InMemoryControlPlane(_time);
        await control.Products.CreateAsync(Cancelled);
        var store = new ProductStore(control.Products, control.Rows, new SeededIdSource(1), _time);

        var first = await StoreAsync(store, Made("main 1", "beside 1"));
        var second = await StoreAsync(store, Made("main 2", "beside 2"));

        Assert.Equal((false, true), (first.WasThere, second.WasThere));
        var files = ImageOrder.Read<MadeFile[]>((await store.FindAsync(Name, Cancelled))!.Facts.Note);
        Assert.Equal(["main.csv", "beside.csv"], files.Select(file => file.Name));
        Assert.All(files, file => Assert.True(file.IsSuffixSound));
        Assert.Equal(["main 1", "beside 1"], [await ReadAsync(store, files[0].Suffix), await ReadAsync(store, files[1].Suffix)]);
    }

    [Fact]
    public void Files_of_this_builds_own_reductions_are_named_as_before() =>
        Assert.Equal(".beside.csv", NewProduct.Of(Made("main", "beside")).Beside.Single().Suffix);

    [Fact]
    public void Of_a_result_all_files_count_but_the_main_one_and_the_log_of_its_program()
    {
        var made = NewProduct.OfProgram(Made("main", "beside")) with { BytesAside = 100 };

        Assert.Equal((4L, 106L), (made.Content.Length, made.OtherBytes));
    }

    [Theory]
    [InlineData("a.csv", "", true)]
    [InlineData("a.csv", ".a.csv", true)]
    [InlineData("a.csv", ".0123456789abcdef.a.csv", true)]
    [InlineData("a.csv", ".0123456789abcdeg.a.csv", false)]
    [InlineData("a.csv", ".0123456789abcde.a.csv", false)]
    [InlineData("a.csv", ".0123456789abcdef.b.csv", false)]
    [InlineData("a.csv", "/0123456789abcdef.a.csv", false)]
    public void A_suffix_is_the_name_or_the_name_after_a_hash(string name, string suffix, bool sound) =>
        Assert.Equal(sound, new MadeFile(name, suffix, "text/csv").IsSuffixSound);

    private static Reduced Made(string main, string beside) => new(
        [ReducedFile.OfBytes("main.csv", "text/csv", Encoding.UTF8.GetBytes(main)), ReducedFile.OfBytes("beside.csv", "text/csv", Encoding.UTF8.GetBytes(beside))], 1);

    private static Task<(StoredProduct Product, bool WasThere)> StoreAsync(ProductStore store, Reduced reduced)
    {
        var made = NewProduct.OfProgram(reduced);
        var facts = new ProductFacts(made.ValuesHash, 1, made.Coverage, ImageOrder.Write(made.Files!));
        return store.StoreAsync(Name, made.Content, made.ContentType, facts, made.Beside, Cancelled);
    }

    private static async Task<string> ReadAsync(ProductStore store, string suffix)
    {
        await using var content = await store.OpenAsync(Name, suffix, Cancelled);
        using var reader = new StreamReader(content!.Stream);
        return await reader.ReadToEndAsync(Cancelled);
    }
}
