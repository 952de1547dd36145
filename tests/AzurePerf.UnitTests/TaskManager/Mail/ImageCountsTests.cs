using AzurePerf.Core.Ids;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Mail;
using AzurePerf.Testing.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Mail;

public sealed class ImageCountsTests
{
    private const string Request = """
        {"experiment": "modis.pipeline", "parameters": {"product": "MOD11A1", "dataSet": "LST_Day_1km", "area": "h18v04", "from": "2024-01-25", "days": 2, "reductions": "picture zones"}}
        """;

    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;

    public ImageCountsTests() => _control = new(_time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_a_run_made_is_counted_and_a_picture_of_it_comes_along()
    {
        var made = await CountAsync(new SeededImages(_control.AsControlPlane(), _time));

        Assert.NotNull(made);
        Assert.Equal(("MOD11A1", 2, 2), (made.Product, made.Days, made.DaysPlanned));
        Assert.True(made.Results > 0 && made.Results == made.ResultsPlanned);
        Assert.Equal([0x89, (byte)'P', (byte)'N', (byte)'G'], made.Picture!.Value[..4].ToArray());
        Assert.InRange(made.Picture.Value.Length, 100, 256 * 1024);
        Assert.StartsWith("MOD11A1, 2024-01-25 to ", made.PictureWords, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Days_without_granule_are_counted_by_themselves()
    {
        var made = await CountAsync(new SeededImages(_control.AsControlPlane(), _time) { IsGap = (_, day) => day.Day == 26 });

        Assert.Equal((1, 1, 1), (made!.Days, made.DaysPlanned, made.NotCovered));
    }

    [Fact]
    public async Task The_picture_of_the_users_own_program_comes_first_and_its_files_are_named()
    {
        var hash = new string('a', 64);
        var own = Request.Replace("picture zones\"", $"picture program\", \"program\": \"{hash}\"", StringComparison.Ordinal);

        var made = await CountAsync(new SeededImages(_control.AsControlPlane(), _time) { ProgramPicture = [0x89, 1, 2, 3] }, own);

        Assert.Equal("aaaaaaaa", made!.Program);
        Assert.Equal(["ndvi.png"], made.ProgramFiles);
        Assert.Equal([0x89, 1, 2, 3], made.Picture!.Value.ToArray());
        Assert.StartsWith("ndvi.png of program aaaaaaaa, 2024-01-25 to ", made.PictureWords, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_a_spec_of_another_build_that_does_not_bind_any_more_nothing_is_counted()
    {
        var id = await new SeededImages(_control.AsControlPlane(), _time).AddAsync(Request, Cancelled);
        var run = (await new RunStore(_control.Rows).FindAsync(id, Cancelled))!;
        run.Spec.Parameters["days"] = "a word";

        Assert.Null(await CountAsync(run));
    }

    private async Task<MadeImages?> CountAsync(SeededImages seeded, string request = Request)
    {
        var id = await seeded.AddAsync(request, Cancelled);
        var run = (await new RunStore(_control.Rows).FindAsync(id, Cancelled))!;
        return await CountAsync(run);
    }

    private Task<MadeImages?> CountAsync(RunState run) =>
        new ImageCounts(Shipped.Experiments, new ProductStore(_control.Products, _control.Rows, new SeededIdSource(3), _time)).FindAsync(run, Cancelled);
}
