using System.Diagnostics;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local;

public sealed class EmulatorExtentsTests
{
    /// <summary>Puts extents into the emulator's own class, removes all, and says how many searches for one sorted everything and how many are left.</summary>
    private const string RemovesAll = """
        const [store, mend, mended] = process.argv.slice(1);
        const { createRequire } = await import('node:module');
        const Extents = createRequire(store)(store).default;
        if (mended === 'true') (await import(mend)).removeOneByOne(Extents);
        const extents = new Extents('extents', true);
        await extents.init();
        const ids = Array.from({ length: 200 }, (_, number) => 'extent-' + (number * 7919) % 200);
        for (const id of ids) await extents.updateExtent({ id, locationId: id, path: id, size: 1, lastModifiedInMS: 0 });
        const collection = extents.db.getCollection(extents.EXTENTS_COLLECTION);
        let sorts = 0;
        const sort = collection.ensureAllIndexes;
        collection.ensureAllIndexes = function (force) { sorts += 1; return sort.call(this, force); };
        for (const id of ids) await extents.deleteExtent(id);
        console.log(`${sorts} ${collection.count()}`);
        """;

    [Theory]
    [InlineData(true, "0 0")]
    [InlineData(false, "200 0")]
    public async Task Removing_what_messages_left_sorts_nothing_in_the_mended_emulator_and_everything_each_time_in_the_other(bool mended, string expected)
    {
        var cancelled = TestContext.Current.CancellationToken;
        var emulator = await AzuriteInstallation.FindOrInstallAsync(new ImmediateProgress(_ => { }), cancelled);
        var store = Path.Combine(Path.GetDirectoryName(emulator.Script)!, "common", "persistence", "LokiExtentMetadataStore.js");
        var mend = new Uri(Path.Combine(Path.GetDirectoryName(emulator.Starter)!, "extents.mjs")).AbsoluteUri;
        var start = new ProcessStartInfo(emulator.Node, ["--input-type=module", "-e", RemovesAll, store, mend, mended ? "true" : "false"]) { RedirectStandardOutput = true };
        using var node = Process.Start(start)!;

        Assert.Equal(expected, (await node.StandardOutput.ReadToEndAsync(cancelled)).Trim());
        await node.WaitForExitAsync(cancelled);
    }
}
