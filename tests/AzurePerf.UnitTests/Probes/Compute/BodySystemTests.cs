using AzurePerf.Probes.Compute.Bodies;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class BodySystemTests
{
    // Whole vectors and parts of them.
    [Theory]
    [InlineData(16)]
    [InlineData(17)]
    [InlineData(101)]
    [InlineData(512)]
    public void Every_acceleration_is_that_of_one_pair_at_a_time(int count)
    {
        using var bodies = new BodySystem(count, seed: 1);
        bodies.Accelerate(TestContext.Current.CancellationToken);
        Assert.InRange(new ForceCheck(bodies).ResidualOf(bodies), 0, 1);
    }

    [Fact]
    public void What_is_expected_of_two_bodies_is_known_by_hand()
    {
        using var bodies = new BodySystem(2, seed: 5);
        bodies.Accelerate(TestContext.Current.CancellationToken);
        var square = BodySystem.SoftenedBy;
        for (var axis = 0; axis < 3; axis++)
        {
            square += Math.Pow(bodies.Positions(axis)[1] - bodies.Positions(axis)[0], 2);
        }

        for (var axis = 0; axis < 3; axis++)
        {
            var distance = bodies.Positions(axis)[1] - bodies.Positions(axis)[0];
            Assert.Equal(bodies.Masses[1] * distance / Math.Pow(square, 1.5), bodies.Accelerations(axis)[0], 1e-12);
            Assert.Equal(-bodies.Masses[0] * distance / Math.Pow(square, 1.5), bodies.Accelerations(axis)[1], 1e-12);
        }
    }

    [Fact]
    public void Forces_of_all_bodies_cancel()
    {
        using var bodies = new BodySystem(300, seed: 2);
        bodies.Accelerate(TestContext.Current.CancellationToken);
        for (var axis = 0; axis < 3; axis++)
        {
            var (sum, magnitudes) = (0.0, 0.0);
            for (var body = 0; body < bodies.Count; body++)
            {
                sum += bodies.Masses[body] * bodies.Accelerations(axis)[body];
                magnitudes += Math.Abs(bodies.Masses[body] * bodies.Accelerations(axis)[body]);
            }

            Assert.InRange(Math.Abs(sum), 0, 1e-13 * magnitudes);
        }
    }

    [Fact]
    public void One_wrong_acceleration_is_found()
    {
        using var bodies = new BodySystem(1_000, seed: 3);
        var check = new ForceCheck(bodies);
        bodies.Accelerate(TestContext.Current.CancellationToken);
        bodies.Accelerations(2)[77] *= 1 + 1e-9;
        Assert.True(check.ResidualOf(bodies) > ForceCheck.Bound);
    }

    [Fact]
    public void An_acceleration_that_was_left_out_is_found()
    {
        using var bodies = new BodySystem(16, seed: 4);
        Assert.False(new ForceCheck(bodies).ResidualOf(bodies) <= ForceCheck.Bound);
    }
}
