using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using Xunit;

namespace AzurePerf.UnitTests.Experiments;

public sealed class ParameterJsonTests
{
    private enum Side
    {
        Left,
        RightHand,
    }

    private static readonly int[] Levels = [1, 2];
    private static readonly Side[] Sides = [Side.Left, Side.RightHand];

    [Fact]
    public void An_object_is_written_as_the_serializer_would_write_it()
    {
        var parameters = new { clients = Levels, Area = "box \"5\" 45 <é>", share = 0.1, most = 1L << 40, side = Side.RightHand, sides = Sides, none = Array.Empty<int>() };

        var written = ParameterJson.ToObject(parameters);

        Assert.Equal(JsonSerializer.SerializeToNode(parameters, ExperimentJson.Options)!.ToJsonString(), written.ToJsonString());
    }

    [Fact]
    public void A_number_can_be_read_as_any_type_that_holds_it()
    {
        var number = ParameterJson.ToNode(5);

        Assert.Equal((5, 5L, 5.0), (number.GetValue<int>(), number.GetValue<long>(), number.GetValue<double>()));
        Assert.Equal(JsonValueKind.Number, number.GetValueKind());
    }

    [Fact]
    public void What_is_no_parameter_is_refused_by_its_type()
    {
        Assert.Contains("Uri", Assert.Throws<NotSupportedException>(() => ParameterJson.ToNode(new Uri("http://localhost"))).Message, StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => ParameterJson.ToObject(new { nothing = (string?)null }));
    }
}
