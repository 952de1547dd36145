using System.IO.Compression;
using System.Security.Cryptography;
using System.Text;
using AzurePerf.Core.Programs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Programs;

public sealed class ProgramPackageTests
{
    private const UnixFileMode OwnersFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static TheoryData<string, string> BadPaths => new()
    {
        { "../x", "The path '../x' in the zip contains '.' or '..'." },
        { "a/../../x", "The path 'a/../../x' in the zip contains '.' or '..'." },
        { "a/./x", "The path 'a/./x' in the zip contains '.' or '..'." },
        { "/etc/passwd", "The path '/etc/passwd' in the zip is absolute; paths are relative to the program's folder." },
        { "C:/x", "The path 'C:/x' in the zip is absolute; paths are relative to the program's folder." },
        { "a\\..\\x", "The path 'a\\..\\x' in the zip has a backslash; folders are separated by a slash." },
        { "a//x", "The path 'a//x' in the zip has an empty part." },
        { "a\0.txt", "The path 'a?.txt' in the zip has control characters." },
        { "a\nb", "The path 'a?b' in the zip has control characters." },
        { "a\u202etxt", "The path 'a?txt' in the zip has control characters." },
        { "", "The path '' in the zip is empty." },
        { "/", "The path '' in the zip is empty." },
        { "in/tile", "The path 'in/tile' in the zip is taken: in and out are the folders where the program finds its images and writes its results." },
        { "Out", "The path 'Out' in the zip is taken: in and out are the folders where the program finds its images and writes its results." },
    };

    public static TheoryData<string, string> Lies => new()
    {
        { "link", "The entry 'x' is a link; a program has files and folders only." },
        { "windowsLink", "The entry 'x' is a link; a program has files and folders only." },
        { "device", "The entry 'x' is a device, socket or pipe; a program has files and folders only." },
        { "folderAsFile", "The entry 'x' is a folder by its attributes, but not by its name." },
        { "encrypted", "The entry 'x' is encrypted." },
        { "method", "The entry 'x' is compressed by method 14; only deflate and no compression are read." },
        { "moreThanDeclared", "The entry 'x' unpacks to more bytes than it declares." },
        { "lessThanDeclared", "The entry 'x' is damaged." },
        { "checksum", "The entry 'x' is damaged." },
        { "notDeflated", "The entry 'x' is damaged." },
        { "otherName", "The entry 'x' has another name or method in its header than in the directory." },
        { "notUtf8", "The name 'ÿ' in the zip is not UTF-8." },
        { "zip64", "The zip is split, or in the format for very large files (ZIP64): pack it as a plain zip file." },
        { "folderWithContent", "The folder 'x' in the zip has content." },
    };

    private const string NotExecuted =
        "reduce.json runs 'bin/ndvi', which cannot be executed: it is neither a script that begins with #! nor a program for Linux (ELF).";

    [Fact]
    public void A_package_says_what_it_is()
    {
        using var zip = HandmadeZip.Good(new HandmadeEntry("data/", "") { Mode = 0x41ed }, new HandmadeEntry("data/table.txt", "0123456789")).ToStream();

        var (package, fault) = ProgramPackage.Check(zip);

        Assert.Equal("", fault);
        Assert.Equal(Convert.ToHexStringLower(SHA256.HashData(zip.ToArray())), package!.Hash);
        Assert.Equal(("ndvi", "bin/ndvi", 3, zip.Length, HandmadeZip.Manifest.Length + 10 + 10), (package.Manifest.Name, package.Manifest.Run, package.Files, package.ZippedBytes, package.UnpackedBytes));
        Assert.Equal(HandmadeZip.Manifest, package.ManifestText);
    }

    [Fact]
    public void A_zip_that_a_library_wrote_is_read_as_well()
    {
        using var zip = new MemoryStream();
        using (var archive = new ZipArchive(zip, ZipArchiveMode.Create, leaveOpen: true) { Comment = "packed by hand" })
        {
            Write(archive, "reduce.json", HandmadeZip.Manifest);
            Write(archive, "bin/ndvi", "#!/bin/sh\n" + new string('x', 100_000));
        }

        Assert.Equal("", ProgramPackage.Check(zip).Fault);
    }

    [Theory]
    [InlineData("#!/bin/sh\n", "")]
    [InlineData("#!/bin/sh", "")]
    [InlineData("#! \t\n/bin/sh", "The first line of 'bin/ndvi' names no interpreter after #!.")]
    [InlineData("#!", "The first line of 'bin/ndvi' names no interpreter after #!.")]
    [InlineData("#!/bin/sh\necho\r\n", "")]
    [InlineData("\u007fELF\u0002\u0001", "")]
    [InlineData("#!/bin/sh\r\n", "The first line of 'bin/ndvi' ends as on Windows (CR LF): save the file with LF alone.")]
    [InlineData("\uFEFF#!/bin/sh\n", "'bin/ndvi' begins with a byte order mark, which no editor shows and Linux does not read past: save the file as UTF-8 without it.")]
    [InlineData("\uFEFFecho 1\n", NotExecuted)]
    [InlineData("echo 1\n", NotExecuted)]
    [InlineData("MZ", NotExecuted)]
    [InlineData("#", NotExecuted)]
    [InlineData("", NotExecuted)]
    public void What_is_run_must_be_a_script_with_its_interpreter_or_a_program_for_Linux(string content, string fault)
    {
        var zip = new HandmadeZip().With(new("reduce.json", HandmadeZip.Manifest), new("bin/ndvi", content));

        Assert.Equal(fault, ProgramPackage.Check(zip.ToStream()).Fault);
    }

    [Theory]
    [InlineData(253, "\n", "")]
    [InlineData(253, " -u\n", "")]
    [InlineData(254, "\n", "The interpreter in the first line of 'bin/ndvi' has too long a path: Linux reads 256 bytes.")]
    public void The_path_of_an_interpreter_must_be_one_that_Linux_reads_to_its_end(int length, string rest, string fault)
    {
        var content = "#!" + new string('/', length) + rest;
        var zip = new HandmadeZip().With(new("reduce.json", HandmadeZip.Manifest), new("bin/ndvi", content));

        Assert.Equal(fault, ProgramPackage.Check(zip.ToStream()).Fault);
    }

    [Theory]
    [MemberData(nameof(BadPaths))]
    public void A_path_that_leaves_the_folder_or_hides_something_is_refused(string path, string fault) =>
        Assert.Equal(fault, FaultOf(HandmadeZip.Good(new HandmadeEntry(path, path.EndsWith('/') ? "" : "x") { Mode = 0 })));

    [Theory]
    [MemberData(nameof(Lies))]
    public void An_entry_that_lies_is_refused_in_one_sentence(string lie, string fault)
    {
        var entry = new HandmadeEntry("x", "0123456789");
        Assert.Equal(fault, FaultOf(HandmadeZip.Good(lie switch
        {
            "link" => entry with { Mode = 0xa1ff },
            "windowsLink" => entry with { DosAttributes = 0x400 },
            "device" => entry with { Mode = 0x2180 },
            "folderAsFile" => entry with { Mode = 0x41ed },
            "encrypted" => entry with { Flags = 1 },
            "method" => entry with { Method = 14 },
            "moreThanDeclared" => entry with { Bytes = 5 },
            "lessThanDeclared" => entry with { Bytes = 50 },
            "checksum" => entry with { Checksum = 1 },
            "notDeflated" => new HandmadeEntry("x", "") with { Bytes = 10, Checksum = 0 },
            "otherName" => entry with { NameInHeader = "y"u8.ToArray() },
            "notUtf8" => entry with { Name = [0xff] },
            "zip64" => entry with { Bytes = uint.MaxValue },
            _ => new HandmadeEntry("x/", "content") { Mode = 0 },
        })));
    }

    [Fact]
    public void A_declared_bomb_is_refused_by_its_directory_and_an_undeclared_one_at_the_first_byte_too_many()
    {
        var bomb = new HandmadeEntry("bomb"u8.ToArray(), new byte[20 << 20]);

        Assert.Equal(
            "The zip unpacks to 272,629,850 bytes; a program has 256 MiB at most.",
            FaultOf(HandmadeZip.Good([.. Enumerable.Range(0, 13).Select(index => bomb with { Name = Encoding.ASCII.GetBytes($"bomb{index:D2}") })])));
        Assert.Equal(
            "The entry 'bomb' unpacks to more bytes than it declares.", FaultOf(HandmadeZip.Good(bomb with { Bytes = 100 })));
    }

    [Fact]
    public void Entries_that_share_bytes_are_refused()
    {
        var entry = new HandmadeEntry("x", "0123456789");

        Assert.Equal("The entries 'x' and 'x' overlap in the zip.", FaultOf(HandmadeZip.Good(entry, entry with { Header = 2 })));
    }

    [Fact]
    public void Two_names_for_one_file_are_refused()
    {
        Assert.Equal("The zip has 'x' twice.", FaultOf(HandmadeZip.Good(new("x", "1"), new("x", "2"))));
        Assert.Equal("The paths 'data/x' and 'Data/x' in the zip differ only by case.", FaultOf(HandmadeZip.Good(new("data/x", "1"), new("Data/x", "2"))));
        Assert.Equal("The paths 'data' and 'Data' in the zip differ only by case.", FaultOf(HandmadeZip.Good(new("data/x", "1"), new("Data/y", "2"))));
        Assert.Equal("The zip has 'x' both as a file and as a folder.", FaultOf(HandmadeZip.Good(new("x", "1"), new("x/y", "2"))));
    }

    [Fact]
    public void More_than_5000_entries_are_refused_and_5000_are_not()
    {
        Assert.Equal("", FaultOf(HandmadeZip.Good(Many(4_998))));
        Assert.Equal("The zip has 5,001 entries; a program has 5,000 at most.", FaultOf(HandmadeZip.Good(Many(4_999))));

        static HandmadeEntry[] Many(int count) => [.. Enumerable.Range(0, count).Select(number => new HandmadeEntry($"data/{number}", ""))];
    }

    [Fact]
    public void Folders_that_paths_only_name_are_counted_so_that_a_small_zip_does_not_become_millions()
    {
        var deep = string.Concat(Enumerable.Repeat("/a", 400));
        using var zip = HandmadeZip.Good([.. Enumerable.Range(0, 30).Select(one => new HandmadeEntry($"{one}{deep}", ""))]).ToStream();

        Assert.Equal("The paths in the zip make more than 10,000 files and folders.", ProgramPackage.Check(zip).Fault);
    }

    [Fact]
    public void A_zip_above_64_MiB_is_refused_before_it_is_read()
    {
        using var zip = new MemoryStream();
        zip.SetLength(PackageLimits.ZippedBytes + 1);

        Assert.Equal("The zip has 67,108,865 bytes; a program has 64 MiB at most.", ProgramPackage.Check(zip).Fault);
    }

    [Fact]
    public void What_is_no_zip_is_refused()
    {
        const string NoZip = "The file is no zip file, or its end is missing.";
        var whole = HandmadeZip.Good().ToStream().ToArray();

        Assert.Equal(NoZip, FaultOf([]));
        Assert.Equal(NoZip, FaultOf("#!/bin/sh"u8.ToArray()));
        Assert.Equal(NoZip, FaultOf(new byte[100_000]));
        Assert.Equal(NoZip, FaultOf(whole[..^1]));
        Assert.Equal("The zip file is damaged: its directory does not fit its content.", FaultOf(whole[1..]));
        Assert.Equal("The zip file is damaged: its directory does not fit its content.", FaultOf(new HandmadeZip { Count = 3 }.With(new HandmadeEntry("x", ""))));
    }

    [Fact]
    public void The_manifest_must_be_at_the_root_and_run_a_file_of_the_package()
    {
        Assert.Equal("The zip has no reduce.json at its root.", FaultOf(new HandmadeZip().With(new HandmadeEntry("bin/ndvi", "x"))));
        Assert.Equal(
            "The zip has reduce.json as 'ndvi/reduce.json' and not at its root: pack what is in the folder, not the folder.",
            FaultOf(new HandmadeZip().With(new("ndvi/reduce.json", HandmadeZip.Manifest), new("ndvi/bin/ndvi", "x"))));
        Assert.Equal(
            "reduce.json runs 'bin/ndvi', but the zip has no file of that name.", FaultOf(new HandmadeZip().With(new HandmadeEntry("reduce.json", HandmadeZip.Manifest))));
        Assert.Equal(
            "reduce.json has 16,385 bytes; it has 16 KiB at most.", FaultOf(new HandmadeZip().With(new HandmadeEntry("reduce.json", new string(' ', 16_385)))));
        Assert.Equal("reduce.json has no name.", FaultOf(new HandmadeZip().With(new HandmadeEntry("reduce.json", "{}"))));
    }

    [Fact]
    public async Task Files_are_unpacked_with_the_owners_rights_alone_and_only_programs_can_be_executed()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        using var folder = new TemporaryFolder();
        using var zip = HandmadeZip.Good(
            new HandmadeEntry("data/", "") { Mode = 0x41ff }, new HandmadeEntry("data/table.txt", "0123456789") { Mode = 0x81b6 },
            new HandmadeEntry("lib/tool", "x") { Mode = 0x8fff }).ToStream();

        var (package, _) = await ProgramPackage.ExtractAsync(zip, folder.Path, Cancelled);

        Assert.Equal("ndvi", package!.Manifest.Name);
        Assert.Equal("0123456789", await File.ReadAllTextAsync(Path.Combine(folder.Path, "data/table.txt"), Cancelled));
        Assert.Equal(OwnersFile, ModeOf("data/table.txt"));
        Assert.Equal(OwnersFile | UnixFileMode.UserExecute, ModeOf("bin/ndvi"));
        Assert.Equal(OwnersFile | UnixFileMode.UserExecute, ModeOf("lib/tool"));
        Assert.Equal(OwnersFile | UnixFileMode.UserExecute, ModeOf("data"));

        UnixFileMode ModeOf(string name) => File.GetUnixFileMode(Path.Combine(folder.Path, name));
    }

    [Fact]
    public async Task Unpacking_checks_again_and_takes_only_an_empty_folder()
    {
        using var folder = new TemporaryFolder();
        using var other = new TemporaryFolder();
        using var zip = HandmadeZip.Good(new HandmadeEntry("x", "0123456789") { Bytes = 5 }).ToStream();

        Assert.Equal("The entry 'x' unpacks to more bytes than it declares.", (await ProgramPackage.ExtractAsync(zip, folder.Path, Cancelled)).Fault);
        await Assert.ThrowsAsync<IOException>(() => ProgramPackage.ExtractAsync(zip, folder.Path, Cancelled));
        var link = Path.Combine(other.Path, "link");
        var target = Directory.CreateDirectory(Path.Combine(other.Path, "target"));
        Directory.CreateSymbolicLink(link, target.FullName);
        await Assert.ThrowsAsync<IOException>(() => ProgramPackage.ExtractAsync(zip, link, Cancelled));
        Assert.Empty(target.EnumerateFileSystemInfos());
    }

    [Fact]
    public async Task Whatever_bytes_are_changed_a_zip_is_a_package_or_a_sentence_and_nothing_is_written_outside()
    {
        var good = HandmadeZip.Good(new HandmadeEntry("data/a.txt", "some text"), new HandmadeEntry("data/b.txt", "other text")).ToStream().ToArray();
        using var folder = new TemporaryFolder();
        var number = 0;
        var changes = Gen.Select(Gen.Int[0, good.Length - 1], Gen.Byte).Array[1, 4];
        await changes.SampleAsync(
            async made =>
            {
                var bytes = good.ToArray();
                foreach (var (at, value) in made)
                {
                    bytes[at] = value;
                }

                using var zip = new MemoryStream(bytes);
                var (package, fault) = ProgramPackage.Check(zip);
                Assert.True(package is null ? fault.EndsWith('.') && !fault.Contains('\n') : fault.Length == 0, fault);
                var target = Directory.CreateDirectory(Path.Combine(folder.Path, $"{Interlocked.Increment(ref number)}"));
                Assert.Equal(fault, (await ProgramPackage.ExtractAsync(zip, target.FullName, Cancelled)).Fault);
            },
            iter: 2_000, threads: 1);

        Assert.All(Directory.EnumerateFileSystemEntries(folder.Path), entry => Assert.True(int.TryParse(Path.GetFileName(entry), out _), entry));
    }

    private static string FaultOf(HandmadeZip zip) => FaultOf(zip.ToStream().ToArray());

    private static string FaultOf(byte[] bytes)
    {
        using var zip = new MemoryStream(bytes);
        var (package, fault) = ProgramPackage.Check(zip);
        Assert.Equal(fault.Length == 0, package is not null);
        return fault;
    }

    private static void Write(ZipArchive archive, string name, string content)
    {
        using var entry = new StreamWriter(archive.CreateEntry(name).Open());
        entry.Write(content);
    }
}
