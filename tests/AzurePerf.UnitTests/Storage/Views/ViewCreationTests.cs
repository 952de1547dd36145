using AzurePerf.Core.Views;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Views;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Views;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Views;

public sealed class ViewCreationTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;

    public ViewCreationTests() => _control = new(_time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Of_two_that_want_a_name_at_once_one_has_it()
    {
        var fast = ViewAddition.NameTaken;
        var slow = new InterruptedRowStore(_control.Rows, ControlNames.ViewsTable, async _ =>
        {
            fast = (await AddAsync(_control.Rows, "Nightly", "/workers")).Outcome;
            return true;
        });

        var late = await AddAsync(slow, "nightly", "/runs");

        Assert.Equal((ViewAddition.Added, ViewAddition.NameTaken), (fast, late.Outcome));
        Assert.Equal("/workers", (await new ViewStore(_control.Rows).FindAsync(late.View.Id, Cancelled))!.Address.Text);
    }

    [Fact]
    public async Task A_request_that_is_sent_twice_at_once_saves_one_view()
    {
        var slow = new InterruptedRowStore(_control.Rows, ControlNames.ViewsTable, async _ =>
        {
            await AddAsync(_control.Rows, "nightly", "/runs", "key");
            return true;
        });

        Assert.Equal(ViewAddition.Repeated, (await AddAsync(slow, "nightly", "/runs", "key")).Outcome);
        Assert.Equal(1, _control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task A_view_whose_answer_is_lost_is_saved()
    {
        Assert.Equal(ViewAddition.Added, (await AddAsync(new RepeatingRowStore(_control.Rows), "nightly", "/runs")).Outcome);
        _time.Advance(TimeSpan.FromTicks(1));
        Assert.Equal(ViewAddition.NameTaken, (await AddAsync(new RepeatingRowStore(_control.Rows), "nightly", "/runs")).Outcome);
    }

    [Fact]
    public async Task A_key_that_was_used_for_another_view_saves_none()
    {
        await AddAsync(_control.Rows, "nightly", "/runs", "key");

        var (outcome, view) = await AddAsync(_control.Rows, "weekly", "/runs", "key");

        Assert.Equal((ViewAddition.KeyReused, "nightly"), (outcome, view.Name));
        Assert.Equal(1, _control.Rows.Count(ControlNames.ViewsTable));
    }

    [Fact]
    public async Task There_are_so_many_views_and_no_more()
    {
        var store = new ViewStore(_control.Rows);
        foreach (var number in Enumerable.Range(1, ViewLimits.Most))
        {
            await store.TryAddAsync(SampleViews.Of("view " + number, "/runs", _time.GetUtcNow()), Cancelled);
        }

        Assert.Equal(ViewAddition.TooMany, (await AddAsync(_control.Rows, "one more", "/runs")).Outcome);
        Assert.Equal(ViewAddition.NameTaken, (await AddAsync(_control.Rows, "View 1", "/runs")).Outcome);
        await store.RemoveAsync(ViewName.IdOf("view 7"), Cancelled);
        Assert.Equal(ViewAddition.Added, (await AddAsync(_control.Rows, "one more", "/runs")).Outcome);
    }

    [Fact]
    public async Task Nobody_takes_the_place_of_all_others()
    {
        var store = new ViewStore(_control.Rows);
        foreach (var number in Enumerable.Range(1, ViewLimits.MostOfOne))
        {
            await store.TryAddAsync(SampleViews.Of("view " + number, "/runs", _time.GetUtcNow(), "ann"), Cancelled);
        }

        Assert.Equal(ViewAddition.TooManyOfOwner, (await AddAsync(_control.Rows, "one more", "/runs")).Outcome);
        Assert.Equal(ViewAddition.NameTaken, (await AddAsync(_control.Rows, "View 1", "/runs")).Outcome);
        var (outcome, _) = await new ViewCreation(store, _time).AddAsync(new("one more", ViewAddress.Read("/runs", out _)!), "bob", null, "x", Cancelled);
        Assert.Equal(ViewAddition.Added, outcome);
    }

    [Fact]
    public async Task The_name_of_a_view_that_was_removed_is_free()
    {
        var (_, view) = await AddAsync(_control.Rows, "nightly", "/runs");

        Assert.True(await new ViewStore(_control.Rows).RemoveAsync(view.Id, Cancelled));
        Assert.False(await new ViewStore(_control.Rows).RemoveAsync(view.Id, Cancelled));
        Assert.Equal(ViewAddition.Added, (await AddAsync(_control.Rows, "nightly", "/outcomes")).Outcome);
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_or_leads_elsewhere_is_named_and_can_be_removed()
    {
        await AddAsync(_control.Rows, "nightly", "/runs");
        await _control.Rows.PutAsync(ControlNames.ViewsTable, new("views", "aaaaaaaaaaaaaaaaaaaa") { ["v"] = 9 }, Cancelled);
        await _control.Rows.PutAsync(
            ControlNames.ViewsTable, new("views", "bbbbbbbbbbbbbbbbbbbb") { ["v"] = 1, ["name"] = "x", ["address"] = "//evil.example", ["createdAt"] = _time.GetUtcNow() }, Cancelled);
        var store = new ViewStore(_control.Rows);

        var faults = await store.ListAsync(Cancelled).Where(entry => entry.Value is null).Select(entry => entry.Fault).ToArrayAsync(Cancelled);

        Assert.Equal(2, faults.Length);
        Assert.StartsWith("row views/aaaaaaaaaaaaaaaaaaaa: v is 9", faults[0], StringComparison.Ordinal);
        Assert.StartsWith("row views/bbbbbbbbbbbbbbbbbbbb: address must begin with one slash", faults[1], StringComparison.Ordinal);
        Assert.True(await store.RemoveAsync("bbbbbbbbbbbbbbbbbbbb", Cancelled));
    }

    private Task<(ViewAddition Outcome, SavedView View)> AddAsync(IRowStore rows, string name, string address, string? key = null) =>
        new ViewCreation(new(rows), _time).AddAsync(new(name, ViewAddress.Read(address, out _)!), "ann", key, name + address, Cancelled);
}
