using AzurePerf.Core.Ids;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;
using AzurePerf.UnitTests.Web.Access;
using AzurePerf.Worker.Programs;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

public sealed class ProgramPartsTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-parts-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData("", "")]
    [InlineData("one\n", "one")]
    [InlineData("one\n\n two \n", "one / two")]
    public void The_last_lines_of_a_log_stand_on_one_line(string log, string last) => Assert.Equal(last, ProgramLogText.LastOf(log));

    [Fact]
    public void Of_a_long_log_only_whole_lines_of_its_end_are_shown_and_of_a_long_line_its_end()
    {
        var lines = string.Join('\n', Enumerable.Range(1, 100).Select(line => $"line {line}"));

        Assert.Matches(@"\A… / line 8[0-9] / .* / line 99 / line 100\z", ProgramLogText.LastOf(lines));
        Assert.Equal("…" + new string('x', 159), ProgramLogText.LastOf(new string('x', 5_000)));
    }

    [Fact]
    public void What_a_program_is_given_does_not_count_for_its_limits_of_files()
    {
        var limits = ProgramLimitPlan.Of(new(512, 60, 16, 100, 1_000), new(40_960, 7), processors: 2);

        Assert.Equal((536_870_912, (100L << 20) + 40_960, 1_007, 16), (limits.MemoryBytes, limits.FolderBytes, limits.Files, limits.Processes));
        Assert.Equal((60, 120), (limits.WallTime.TotalSeconds, limits.ProcessorTime.TotalSeconds));
    }

    [Fact]
    public void A_file_counts_with_its_room_and_a_folder_as_a_block()
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "in"));
        File.WriteAllBytes(Path.Combine(_folder.FullName, "in", "a.bin"), new byte[4_097]);

        Assert.Equal(new PlacedFiles(4_096 + 4_096 + 8_192, 3), ProgramLimitPlan.Placed(_folder.FullName));
    }

    [Fact]
    public async Task Images_of_a_program_are_of_made_granules_where_one_of_them_is()
    {
        var cancelled = TestContext.Current.CancellationToken;
        using var inputs = new ProgramInputs(_folder.FullName, isFlat: true, new(2024, 1, 25), new(2024, 1, 25), Aggregate.Mean);
        var subject = ImageSubject.Of(ProductCatalogue.Shipped, "MOD11A1", "LST_Day_1km", "", "");

        await inputs.AddAsync(new(subject, "h18v03"), Image(isMade: false), cancelled);
        Assert.False(inputs.OfMadeGranules);
        await inputs.AddAsync(new(subject, "h18v04"), Image(isMade: true), cancelled);
        await inputs.AddAsync(new(subject, "h18v05"), Image(isMade: false), cancelled);

        Assert.True(inputs.OfMadeGranules);

        static byte[] Image(bool isMade)
        {
            using var file = new MemoryStream();
            GeoTiffWriter.Write(file, new SinusoidalTile(18, 4).Grid(30).Filled<short>(-1), new ProductTags { OfMadeGranules = isMade });
            return file.ToArray();
        }
    }

    [Theory]
    [InlineData(false, 200_000, true, "User programs are refused: Programs:Allowed is not true for this worker.")]
    [InlineData(true, 65_530, true, "User programs are refused: users 65530 to 65537 cannot be used: take a range above 60000 without 65533 to 65536 (Programs:FirstUser).")]
    [InlineData(true, 65_530, false, null)]
    [InlineData(true, 200_000, true, null)]
    public void Settings_refuse_programs_in_one_sentence(bool allowed, int first, bool isRoot, string? refusal) =>
        Assert.Equal(refusal, ProgramSandbox.RefusalOf(new() { Allowed = allowed, FirstUser = first }, 8, isRoot, ofSystem: null));

    [Fact]
    public void A_system_without_the_sandbox_refuses_programs_before_anything_is_tried() =>
        Assert.Equal("they need Linux", ProgramSandbox.RefusalOf(new() { Allowed = true, FirstUser = 65_530 }, 8, isRoot: true, "they need Linux"));

    [Fact]
    public void A_directory_with_other_files_is_refused_and_nothing_in_it_is_removed()
    {
        var others = Directory.CreateDirectory(Path.Combine(_folder.FullName, "p", "photos"));
        using var folders = Folders(1);

        Assert.Equal(
            $"{Path.Combine(_folder.FullName, "p")} has other files: give Programs:Directory a folder of its own",
            Assert.Throws<IOException>(folders.Create).Message);
        Assert.True(others.Exists);
    }

    [Fact]
    public void A_directory_whose_mark_was_cleaned_away_is_still_one_of_programs()
    {
        using (var first = Folders(1))
        {
            Directory.Delete(first.Create());
        }

        File.Delete(Path.Combine(_folder.FullName, "p", ".azureperf-programs"));
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "p", "lost+found"));
        using var killed = Folders(2);
        killed.Create();
        File.Delete(Path.Combine(_folder.FullName, "p", ".azureperf-programs"));
        using var next = Folders(3);

        Assert.True(Directory.Exists(next.Create()));
    }

    [Fact]
    public void What_could_not_be_made_at_the_first_try_is_made_at_the_next()
    {
        using (var before = Folders(2))
        {
            Directory.Delete(before.Create());
        }

        var disturbing = Path.Combine(_folder.FullName, "p", "packages");
        Directory.Delete(disturbing);
        File.WriteAllText(disturbing, "a file where a folder has to be");
        using var folders = Folders(1);
        Assert.ThrowsAny<IOException>(folders.Create);
        File.Delete(disturbing);

        folders.Create();

        Assert.True(Directory.Exists(folders.Packages));
    }

    [Theory]
    [InlineData("holiday.zip", false)]
    [InlineData("0000000000000000000000000000000000000000000000000000000000000000", true)]
    [InlineData("0000000000000000000000000000000000000000000000000000000000000000.a.part", true)]
    public void A_directory_with_only_a_folder_of_packages_is_one_of_programs_where_these_are_packages(string file, bool isTaken)
    {
        var packages = Directory.CreateDirectory(Path.Combine(_folder.FullName, "p", "packages")).FullName;
        File.WriteAllText(Path.Combine(packages, file), "");
        using var folders = Folders(1);

        var failure = Record.Exception(folders.Create);

        Assert.Equal(isTaken, failure is null);
        Assert.True(failure is null || failure.Message.Contains("has other files", StringComparison.Ordinal));
    }

    [Fact]
    public void A_lock_that_cannot_be_made_is_not_told_as_in_use()
    {
        using (var before = Folders(2))
        {
            Directory.Delete(before.Create());
        }

        var place = Path.Combine(_folder.FullName, "p", new SeededIdSource(1).NewId() + ".lock");
        File.CreateSymbolicLink(place, Path.Combine(_folder.FullName, "gone", "lock"));
        using var folders = Folders(1);

        Assert.DoesNotContain("in use", Assert.ThrowsAny<IOException>(folders.Create).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_clean_up_took_away_is_made_again_with_its_mark_and_a_lock_that_is_held()
    {
        using var folders = Folders(1);
        var top = Path.Combine(_folder.FullName, "p");
        var own = Path.GetDirectoryName(folders.Create())!;
        Directory.Delete(top, recursive: true);

        var folder = folders.Create();

        Assert.True(File.Exists(Path.Combine(top, ".azureperf-programs")));
        using var next = Folders(2);
        next.Create();
        Assert.True(Directory.Exists(folder));
        Assert.True(File.Exists(own + ".lock"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_link_that_took_the_place_of_a_directory_that_was_cleaned_away_is_not_followed(bool isOfPackages)
    {
        using var folders = Folders(1);
        var top = Path.Combine(_folder.FullName, "p");
        folders.Create();
        Directory.Delete(top, recursive: true);
        var others = Directory.CreateDirectory(Path.Combine(_folder.FullName, "others"));
        Directory.CreateSymbolicLink(top, others.FullName);

        var failure = Assert.Throws<IOException>(isOfPackages ? folders.MakePackages : () => folders.Create());

        Assert.Contains("is a link", failure.Message, StringComparison.Ordinal);
        Assert.Empty(others.EnumerateFileSystemInfos());
    }

    [Fact]
    public void The_folder_of_a_worker_can_be_passed_through_whatever_its_umask()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        using var folders = Folders(1);
        var own = Path.GetDirectoryName(folders.Create())!;
        File.SetUnixFileMode(own, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        folders.Create();

        Assert.Equal((UnixFileMode)0b111_001_001, File.GetUnixFileMode(own));
    }

    [Fact]
    public async Task A_folder_with_paths_longer_than_a_call_takes_is_removed()
    {
        using var folders = Folders(1);
        var folder = folders.Create();
        var (upper, lower) = (Path.Combine(folder, "upper"), Path.Combine(folder, "lower"));
        var names = string.Join('/', Enumerable.Repeat(new string('x', 100), 30));
        Directory.CreateDirectory(Path.Combine(upper, names));
        Directory.CreateDirectory(Path.Combine(lower, names));
        Directory.Move(lower, Path.Combine(upper, names, "lower"));

        await folders.RemoveAsync(folder);

        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void What_a_killed_worker_left_is_removed_by_the_next_and_what_a_living_one_has_or_nobody_locked_is_not()
    {
        using var living = Folders(1);
        var held = living.Create();
        var left = Path.Combine(_folder.FullName, "p", "left", "deep");
        Directory.CreateDirectory(left);
        File.WriteAllText(Path.GetDirectoryName(left) + ".lock", "");
        var others = Directory.CreateDirectory(Path.Combine(_folder.FullName, "p", "others"));

        using var next = Folders(2);
        next.Create();

        Assert.False(Directory.Exists(Path.GetDirectoryName(left)));
        Assert.True(Directory.Exists(held));
        Assert.True(others.Exists);
    }

    [Fact]
    public async Task A_clean_up_that_fails_is_logged_and_the_next_worker_makes_it_good()
    {
        var logger = new RecordedLog<ProgramFolders>();
        string folder;
        using (var folders = Folders(1, logger, remover: "azureperf-no-such-command"))
        {
            folder = folders.Create();
            await File.WriteAllTextAsync(Path.Combine(folder, "a.bin"), "a", TestContext.Current.CancellationToken);

            await folders.RemoveOrLogAsync(folder);
        }

        var said = Assert.Single(logger.Texts);
        Assert.StartsWith($"Removing the folder {folder} of a program that has ended failed", said, StringComparison.Ordinal);
        Assert.Contains("azureperf-no-such-command", said, StringComparison.Ordinal);
        Assert.True(Directory.Exists(folder));
        using var next = Folders(2);
        next.Create();
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public void What_one_worker_cannot_remove_a_later_one_does()
    {
        using (var first = Folders(1))
        {
            first.Create();
        }

        var left = Directory.CreateDirectory(Path.Combine(_folder.FullName, "p", "left"));
        File.WriteAllText(left.FullName + ".lock", "");
        using (var unable = Folders(2, remover: "true"))
        {
            unable.Create();
        }

        Assert.True(Directory.Exists(left.FullName));
        using var later = Folders(3);
        later.Create();
        Assert.False(Directory.Exists(left.FullName));
    }

    [Fact]
    public void A_link_in_place_of_the_folder_is_refused()
    {
        Directory.CreateSymbolicLink(Path.Combine(_folder.FullName, "p"), _folder.FullName);
        using var folders = Folders(1);

        Assert.Contains("is a link", Assert.Throws<IOException>(folders.Create).Message, StringComparison.Ordinal);
    }

    private ProgramFolders Folders(int seed, ILogger<ProgramFolders>? logger = null, string remover = "rm") =>
        new(new() { Directory = Path.Combine(_folder.FullName, "p") }, new SeededIdSource(seed), logger ?? NullLogger<ProgramFolders>.Instance)
        {
            Remover = remover,
        };
}
